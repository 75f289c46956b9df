import Foundation

/// A file's text, and the values in it where it is JSON.
struct JSONDocument: Sendable {
    let bytes: [UInt8]
    let root: Result<JSONNode, JSONFault>
    /// What is not as it should be, but is let pass.
    let tolerated: [JSONFault]

    init(_ data: Data) {
        bytes = [UInt8](data)
        var scanner = JSONScanner(bytes)
        root = Result { () throws(JSONFault) in try scanner.document() }
        tolerated = scanner.tolerated
    }

    /// The text of a value.
    func data(of node: JSONNode) -> Data { Data(bytes[node.range]) }

    /// The text with other words in some places, which do not overlap.
    func replacing(_ places: [(range: Range<Int>, text: String)]) -> [UInt8] {
        var (result, end): ([UInt8], Int) = ([], 0)
        for (range, text) in places.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
            result += bytes[end..<range.lowerBound]
            result += Array(text.utf8)
            end = range.upperBound
        }
        return result + bytes[end...]
    }
}

extension JSONDocument {
    /// The values of the list that it is; empty for anything else.
    var list: [JSONNode] { (try? root.get())?.items ?? [] }

    /// The value as text; `nil` for one of another kind.
    func string(of node: JSONNode) -> String? { try? JSONDecoder().decode(String.self, from: data(of: node)) }

    /// The first number at or below the node that is not whole, or larger than any that is used.
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
