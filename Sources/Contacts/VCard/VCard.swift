/// A contact as a vCard has it (RFC 6350; RFC 2426 for version 3).
public struct VCard: Hashable, Sendable {
    /// The line of the file on which it begins; the first one is 1.
    public let line: Int
    /// The contact's identity wherever it came from; `nil` where the card names none.
    public let uid: String?
    public let draft: ContactDraft
    /// What the card says beside that; `nil` where it says nothing.
    let content: CardContent?
    /// Lines of the card that were not understood; everything else is kept.
    public let leftOut: Int

    public init(line: Int, uid: String?, draft: ContactDraft) {
        self.init(line: line, uid: uid, draft: draft, content: nil, leftOut: 0)
    }

    init(line: Int, uid: String?, draft: ContactDraft, content: CardContent?, leftOut: Int) {
        self.line = line
        self.uid = uid
        self.draft = draft
        self.content = content
        self.leftOut = leftOut
    }
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
    /// A name in a character set that is not known, or that it does not belong to.
    case encoding
}

/// Why the rest of a file is not read. Carries data only.
public enum VCardFileProblem: Hashable, Sendable {
    /// There is no end of a card for longer than any card is.
    case noCards
    case tooManyCards(limit: Int)
}
