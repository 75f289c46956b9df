import Foundation

/// A file's text and its parsed JSON.
struct JSONDocument: Sendable {
    let bytes: [UInt8]
    let root: Result<JSONNode, JSONFault>
    /// The faults that decoders accept.
    let tolerated: [JSONFault]

    init(_ data: Data) {
        bytes = [UInt8](data)
        var scanner = JSONScanner(bytes)
        root = Result { () throws(JSONFault) in try scanner.document() }
        tolerated = scanner.tolerated
    }

    /// Returns the JSON text of a value.
    func data(of node: JSONNode) -> Data { Data(bytes[node.range]) }

    /// Returns the text with some ranges replaced. The ranges must not overlap.
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
