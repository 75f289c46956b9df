import Foundation

/// A contact read from a vCard (RFC 6350; RFC 2426 for version 3).
public struct VCard: Hashable, Sendable {
    /// The line of the file on which the card begins, counted from 1.
    public let line: Int
    /// The contact's identifier in its original address book; `nil` if the card has none.
    public let uid: String?
    public let draft: ContactDraft
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

/// Reads cards of versions 2.1, 3.0 and 4.0, as written by telephones, from a file that arrives in pieces. Its memory
/// is limited to one card, and reading always terminates, whatever the file contains.
public struct VCardReader {
    /// The limits after which the rest of a file is not read: bytes and lines without an end of a card, and the number
    /// of cards.
    private static let maxBytes = 32 << 20
    private static let maxLines = 1_000_000
    private static let maxCards = 1_000_000

    private var file = CardFileBytes()
    private var lines = VCardLines()
    private var card: VCardBuilder?
    /// Whether the current lines outside any card were already reported.
    private var isOutside = false
    /// The number of bytes read since the last card, and the line on which they begin.
    private var bytes = 0
    private var firstLine = 1
    private var cards = 0
    /// The reason why the rest of the file is not read; `nil` if reading continues.
    public private(set) var problem: VCardFileProblem?

    public init() {}

    /// Takes the next bytes of the file and returns the completed entries.
    public mutating func parse(_ bytes: some Sequence<UInt8>) -> [VCardEntry] {
        guard problem == nil else { return [] }
        let bytes = Array(bytes)
        self.bytes += bytes.count
        let entries = lines.split(file.convert(bytes)).flatMap { parse($0) }
        if self.bytes > VCardReader.maxBytes || lines.lineNumber - firstLine > VCardReader.maxLines {
            problem = .noCards
        }
        if cards >= VCardReader.maxCards { problem = .tooManyCards(limit: VCardReader.maxCards) }
        return entries
    }

    /// Returns the remaining entries at the end of the file.
    public mutating func finish() -> [VCardEntry] {
        guard problem == nil else { return [] }
        let entries = (lines.split(file.finish()) + lines.finish()).flatMap { parse($0) }
        return entries + [card].compactMap { $0 }.map { .bad(line: $0.line, .unfinished) }
    }

    private mutating func parse(_ line: VCardLines.Line) -> [VCardEntry] {
        switch Marker(line.bytes) {
        case .begin:
            defer { card = VCardBuilder(line: line.lineNumber) }
            isOutside = false
            return card.map { [.bad(line: $0.line, .unfinished)] } ?? []
        case .end where card != nil:
            defer { card = nil }
            (bytes, firstLine, cards) = (0, lines.lineNumber, cards + 1)
            return card.map { [$0.entry(isKorean: file.isKorean)] } ?? []
        default: return parseOther(line)
        }
    }

    /// Handles a line inside a card or outside any; of consecutive lines outside, only the first is reported.
    private mutating func parseOther(_ line: VCardLines.Line) -> [VCardEntry] {
        guard card == nil else {
            card?.add(line)
            return []
        }
        defer { isOutside = true }
        return isOutside ? [] : [.bad(line: line.lineNumber, .noCard)]
    }

    /// The begin or end of a card.
    private enum Marker {
        case begin, end

        private static let longest = 40

        init?(_ line: [UInt8]) {
            guard line.count < Marker.longest, let first = line.first(where: { $0 > UInt8(ascii: " ") }),
                "bBeE".utf8.contains(first)
            else { return nil }
            let parts = String(decoding: line, as: UTF8.self).uppercased().split(separator: ":", maxSplits: 1)
                .map { $0.trimmingCharacters(in: .whitespaces) }
            guard parts.count == 2, parts[1] == "VCARD" else { return nil }
            switch parts[0] {
            case "BEGIN": self = .begin
            case "END": self = .end
            default: return nil
            }
        }
    }
}
