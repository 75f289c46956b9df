import Domain
import Foundation

/// A file's text and its parsed JSON.
struct JSONDocument: Sendable {
    /// The text as it is served.
    let bytes: [UInt8]
    let root: Result<JSONNode, JSONFault>
    /// The faults that decoders accept.
    let tolerated: [JSONFault]

    init(_ data: Data) {
        bytes = [UInt8](JSONText(data).plain)
        var scanner = JSONScanner([UInt8](data))
        root = Result { () throws(JSONFault) in try scanner.document() }
        tolerated = scanner.tolerated
    }

    func data(of node: JSONNode) -> Data { Data(bytes[node.range]) }
}

extension JSONDocument {
    /// The items of the top-level list; empty for any other document.
    var list: [JSONNode] { (try? root.get())?.items ?? [] }

    /// Returns the value as a string; `nil` if it is not one.
    func string(of node: JSONNode) -> String? { try? JSONDecoder().decode(String.self, from: data(of: node)) }

    /// Returns the first number at or below `node` that is not an integer in the range of `Int`; `nil` if there is
    /// none.
    func fraction(in node: JSONNode) -> JSONNode? {
        switch node.content {
        case .object(let members): return members.lazy.compactMap { fraction(in: $0.value) }.first
        case .list(let items): return items.lazy.compactMap { fraction(in: $0) }.first
        case .plain:
            let text = String(decoding: bytes[node.range], as: UTF8.self)
            return text.first.map { $0 == "-" || $0.isNumber } == true && Int(text) == nil ? node : nil
        }
    }
}

/// A value in JSON text and its byte range there.
struct JSONNode: Sendable {
    struct Member: Sendable {
        let key: String
        let value: JSONNode
    }

    enum Content: Sendable {
        case object([Member])
        case list([JSONNode])
        /// A string, a number, true, false or null.
        case plain
    }

    let range: Range<Int>
    let content: Content

    /// The items of a list; empty for any other value.
    var items: [JSONNode] {
        guard case .list(let items) = content else { return [] }
        return items
    }

    /// The members of an object; empty for any other value.
    var members: [Member] {
        guard case .object(let members) = content else { return [] }
        return members
    }

    var isList: Bool {
        guard case .list = content else { return false }
        return true
    }

    /// The value of that key; the last one if the key is repeated, as in what is served.
    subscript(key: String) -> JSONNode? {
        guard case .object(let members) = content else { return nil }
        return members.last { $0.key == key }?.value
    }

    /// Returns the names on the way to a value at or below this one.
    func names(to other: JSONNode) -> [String] {
        func holds(_ node: JSONNode) -> Bool { node.range.contains(other.range.lowerBound) }
        switch content {
        case .object(let members):
            return members.first { holds($0.value) }.map { [$0.key] + $0.value.names(to: other) } ?? []
        case .list(let items): return items.first(where: holds)?.names(to: other) ?? []
        case .plain: return []
        }
    }

    /// Returns the value at `path`, or the last one on the way if the path does not exist.
    func nearest(to path: some Sequence<any CodingKey>) -> JSONNode {
        var node = self
        for key in path {
            let next = key.intValue.flatMap { node.items.indices.contains($0) ? node.items[$0] : nil }
            guard let next = next ?? node[key.stringValue] else { break }
            node = next
        }
        return node
    }
}

/// A syntax error in JSON text, and its offset in bytes.
struct JSONFault: Error, Hashable, Sendable {
    enum Reason: Hashable, Sendable {
        case unexpectedEnd, noValue, noKey, noColon, noComma, controlCharacter, escape, depth, textBehindEnd
        /// Text behind `//`, `/*` or `#`.
        case comment
        /// A text without quotes around it.
        case unquoted(String)
        /// A text that does not end in its line.
        case unclosed
        /// Faults that decoders accept: a trailing comma, and a malformed number that is not decoded.
        case trailingComma, number
        /// A key that the object has before. Its last value counts.
        case repeatedKey(String)
    }

    let reason: Reason
    let offset: Int
}

/// The offsets at which the lines of a text begin, for converting offsets into positions without scanning the text
/// again.
struct LineIndex {
    private let bytes: [UInt8]
    /// The offset of each line's first byte, in order.
    private let starts: [Int]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        starts = bytes.withUnsafeBufferPointer { buffer in
            [0] + buffer.indices.lazy.filter { buffer[$0] == UInt8(ascii: "\n") }.map { $0 + 1 }
        }
    }

    /// Returns the line and column of the byte at `offset`.
    func position(of offset: Int) -> TextPosition {
        let offset = min(offset, bytes.count)
        var (low, high) = (0, starts.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if starts[middle] <= offset { low = middle } else { high = middle }
        }
        return TextPosition(
            line: low + 1, column: String(decoding: bytes[starts[low]..<offset], as: UTF8.self).count + 1)
    }
}
