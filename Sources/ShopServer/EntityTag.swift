/// A weak entity tag (RFC 9110, 8.8.3): equal tags stand for the same content, however it is compressed on its way.
struct EntityTag: Hashable, Sendable {
    /// What stands between the quotes.
    let opaque: String
    /// As the `ETag` field has it.
    let text: String

    /// The tag of `content`. The same bytes have the same tag in every run and on every machine.
    init(of content: some Sequence<UInt8>) {
        opaque = String(EntityTag.hash(content), radix: 16)
        text = "W/\"\(opaque)\""
    }

    /// Whether `field`, the value of `If-None-Match`, names this tag: by `*`, or in a list that is compared weakly.
    /// A malformed list counts as far as it can be read.
    func isNamed(in field: String) -> Bool {
        // As nearly everybody sends it.
        if field == text { return true }
        var rest = field[...].trimmed
        if rest == "*" { return true }
        while let tag = EntityTag.takeOpaque(from: &rest) {
            if tag == opaque { return true }
        }
        return false
    }

    /// Takes the first tag of a list off its front; `nil` where no tag follows.
    private static func takeOpaque(from list: inout Substring) -> Substring? {
        list = list.drop { $0 == "," || $0.isBlank }
        if list.hasPrefix("W/") { list = list.dropFirst(2) }
        guard list.first == "\"" else { return nil }
        let content = list.dropFirst()
        guard let end = content.firstIndex(of: "\"") else { return nil }
        list = content[content.index(after: end)...]
        return content[..<end]
    }

    /// FNV-1a with 64 bits, by Fowler, Noll and Vo: http://www.isthe.com/chongo/tech/comp/fnv/
    private static func hash(_ content: some Sequence<UInt8>) -> UInt64 {
        let offsetBasis: UInt64 = 0xCBF2_9CE4_8422_2325
        let prime: UInt64 = 0x0000_0100_0000_01B3
        return content.reduce(offsetBasis) { ($0 ^ UInt64($1)) &* prime }
    }
}
