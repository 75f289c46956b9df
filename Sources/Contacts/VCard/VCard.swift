/// A contact as a vCard has it (RFC 6350; RFC 2426 for version 3).
public struct VCard: Hashable, Sendable {
    /// The line of the file on which it begins; the first one is 1.
    public let line: Int
    /// The contact's identity wherever it came from; `nil` where the card names none.
    public let uid: String?
    public let draft: ContactDraft
    /// What the card has beside that and a phone book does not take.
    public let leftOut: VCardLeftOut

    public init(line: Int, uid: String?, draft: ContactDraft, leftOut: VCardLeftOut = VCardLeftOut()) {
        self.line = line
        self.uid = uid
        self.draft = draft
        self.leftOut = leftOut
    }
}

/// What a phone book does not take of a card.
public struct VCardLeftOut: Hashable, Sendable {
    /// Numbers beyond the one that a contact has.
    public var numbers = 0
    /// A picture that is elsewhere, too large, or none.
    public var picture = false

    public init() {}

    public var isNothing: Bool { numbers == 0 && !picture }
}

/// What stands in a file of cards.
public enum VCardEntry: Hashable, Sendable {
    case card(VCard)
    /// Lines that make no contact; the rest of the file is not concerned.
    case bad(line: Int, VCardProblem)
}

/// Why lines make no contact. Carries data only.
public enum VCardProblem: Error, Hashable, Sendable {
    /// They stand outside of any card.
    case noCard
    /// The card has no end.
    case unfinished
    case noName
    case longName(limit: Int)
    case noNumber
    /// A number that is none here.
    case number(String)
    /// Texts in an encoding of version 2.
    case encoding
}
