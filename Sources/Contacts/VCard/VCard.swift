/// A contact read from a vCard (RFC 6350; RFC 2426 for version 3).
public struct VCard: Hashable, Sendable {
    /// The line of the file on which the card begins, counted from 1.
    public let line: Int
    /// The contact's identifier in its original address book; `nil` if the card has none.
    public let uid: String?
    public let draft: ContactDraft
    /// The other contents of the card; `nil` if there are none.
    let content: CardContent?
    /// The number of the card's lines that were not understood and dropped.
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

/// An entry of a card file.
public enum VCardEntry: Hashable, Sendable {
    case card(VCard)
    /// Lines that do not form a contact; the rest of the file is not affected.
    case bad(line: Int, VCardProblem)
}

/// The reason why lines do not form a contact. It carries data only.
public enum VCardProblem: Error, Hashable, Sendable {
    /// The lines are outside any card.
    case noCard
    /// The card has no end.
    case unfinished
    case noName
    case longName(limit: Int)
    case noNumber
    /// The number is not a valid Korean number.
    case number(String)
    /// The name's encoding is unknown or its bytes are invalid in it.
    case encoding
}

/// The reason why the rest of a file is not read. It carries data only.
public enum VCardFileProblem: Hashable, Sendable {
    /// No card ended within the limits for the size of a card.
    case noCards
    case tooManyCards(limit: Int)
}
