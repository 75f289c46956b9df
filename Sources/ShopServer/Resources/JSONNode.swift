/// A value in JSON text, and where it stands there, in bytes from the beginning.
struct JSONNode: Sendable {
    struct Member: Sendable {
        let key: String
        let value: JSONNode
    }

    enum Content: Sendable {
        case object([Member])
        case list([JSONNode])
        /// Text, a number, true, false or null.
        case plain
    }

    let range: Range<Int>
    let content: Content

    /// The values of a list; empty for anything else.
    var items: [JSONNode] {
        guard case .list(let items) = content else { return [] }
        return items
    }

    var isList: Bool {
        guard case .list = content else { return false }
        return true
    }

    /// The value under that key; the first one where there are several, as for a decoder.
    subscript(key: String) -> JSONNode? {
        guard case .object(let members) = content else { return nil }
        return members.first { $0.key == key }?.value
    }

    /// The value at that path, or the last one on the way there.
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

/// Why text is no JSON, and where that shows, in bytes from the beginning.
struct JSONFault: Error, Hashable, Sendable {
    enum Reason: Hashable, Sendable {
        case unexpectedEnd, noValue, noKey, noColon, noComma, controlCharacter, escape, depth, textBehindEnd
        /// Readers let these pass, unless they need that number.
        case trailingComma, number
    }

    let reason: Reason
    let offset: Int
}
