import Domain

/// A weak entity tag (RFC 9110, 8.8.3): equal tags mean the same content, whether or not it is compressed.
struct EntityTag: Hashable, Sendable {
    /// The text between the quotes.
    let opaque: String
    /// The tag as it is written in the `ETag` field.
    let text: String

    /// Computes the tag of `content`. The same bytes have the same tag in every run and on every machine.
    init(of content: some Sequence<UInt8>) {
        opaque = String(EntityTag.hash(content), radix: 16)
        text = "W/\"\(opaque)\""
    }

    /// Whether `field`, the value of `If-None-Match`, matches this tag, either as `*` or as a list that is compared
    /// weakly. Of a malformed list, the readable beginning counts.
    func isNamed(in field: String) -> Bool {
        // Fast path: nearly every client sends exactly one tag.
        if field == text { return true }
        var rest = field[...].trimmed
        if rest == "*" { return true }
        while let tag = EntityTag.takeOpaque(from: &rest) {
            if tag == opaque { return true }
        }
        return false
    }

    /// Removes the first tag from the list and returns its opaque part. Returns `nil` if no tag follows.
    private static func takeOpaque(from list: inout Substring) -> Substring? {
        list = list.drop { $0 == "," || $0.isBlank }
        if list.hasPrefix("W/") { list = list.dropFirst(2) }
        guard list.first == "\"" else { return nil }
        let content = list.dropFirst()
        guard let end = content.firstIndex(of: "\"") else { return nil }
        list = content[content.index(after: end)...]
        return content[..<end]
    }

    /// Returns the 64-bit FNV-1a hash, by Fowler, Noll and Vo: http://www.isthe.com/chongo/tech/comp/fnv/
    private static func hash(_ content: some Sequence<UInt8>) -> UInt64 {
        // Contiguous bytes are hashed several times as fast as by an iterator of `Data`.
        content.withContiguousStorageIfAvailable(hash(of:)) ?? hash(of: content)
    }

    private static func hash(of bytes: some Sequence<UInt8>) -> UInt64 {
        let offsetBasis: UInt64 = 0xCBF2_9CE4_8422_2325
        let prime: UInt64 = 0x0000_0100_0000_01B3
        return bytes.reduce(offsetBasis) { ($0 ^ UInt64($1)) &* prime }
    }
}
