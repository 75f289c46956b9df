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

    var isList: Bool {
        guard case .list = content else { return false }
        return true
    }

    /// The value of that key; the first one if the key is repeated, as in a decoder.
    subscript(key: String) -> JSONNode? {
        guard case .object(let members) = content else { return nil }
        return members.first { $0.key == key }?.value
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
        /// Faults that decoders accept: a trailing comma, and a malformed number that is not decoded.
        case trailingComma, number
    }

    let reason: Reason
    let offset: Int
}
