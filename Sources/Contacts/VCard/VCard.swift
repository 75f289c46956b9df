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
    /// Whether an earlier card of the file has the same UID.
    var repeatsUID = false

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

/// The reason why a file, or the rest of it, is not read. It carries data only.
public enum VCardFileProblem: Hashable, Sendable {
    /// No card ended within the limits for the size of a card.
    case noCards
    case tooManyCards(limit: Int)
    /// The file is a zip archive.
    case archive
    /// The file has no cards and is a table of values with separators (CSV).
    case table
}

/// Reads cards of versions 2.1, 3.0 and 4.0, as written by telephones, from a file that arrives in pieces. Its memory
/// is limited to a few cards, and reading always terminates, whatever the file contains.
///
/// A card may contain other cards: each is a contact of its own, but for an AGENT, which is a property of its card.
public struct VCardReader {
    /// The limits after which the rest of a file is not read: bytes and lines without an end of a card, and the number
    /// of cards.
    private static let maxBytes = 32 << 20
    private static let maxLines = 1_000_000
    private static let maxCards = 1_000_000
    /// The maximum number of cards within each other; the outermost of more is given up.
    private static let maxDepth = 4

    private var file = CardFileBytes()
    private var lines = VCardLines()
    /// The cards whose ends have not arrived, the outermost first.
    private var open: [VCardBuilder] = []
    /// The hash values of the UIDs of the file, at most one for each card.
    private var uids: Set<Int> = []
    private var outside = LinesOutsideCards()
    /// The number of bytes read since the last card, and the line on which they begin.
    private var bytes = 0
    private var firstLine = 1
    private var cards = 0
    /// The reason why the file, or the rest of it, is not read; `nil` if reading continues.
    public private(set) var problem: VCardFileProblem?

    public init() {}

    /// Takes the next bytes of the file and returns the completed entries.
    public mutating func parse(_ bytes: some Sequence<UInt8>) -> [VCardEntry] {
        guard problem == nil else { return [] }
        let bytes = Array(bytes)
        self.bytes += bytes.count
        let entries = entries(of: file.convert(bytes))
        if self.bytes > VCardReader.maxBytes || lines.lineNumber - firstLine > VCardReader.maxLines {
            problem = problem ?? (outside.areTable ? .table : .noCards)
        }
        if cards >= VCardReader.maxCards { problem = .tooManyCards(limit: VCardReader.maxCards) }
        return entries
    }

    /// Returns the remaining entries at the end of the file.
    public mutating func finish() -> [VCardEntry] {
        guard problem == nil else { return [] }
        var entries = entries(of: file.finish())
        guard problem == nil else { return [] }
        entries += lines.finish().flatMap { parse($0) }
        guard !outside.areTable else {
            problem = .table
            return []
        }
        return entries + outside.reported() + open.filter { !$0.isAgent }.map { .bad(line: $0.line, .unfinished) }
    }

    private mutating func entries(of bytes: [UInt8]) -> [VCardEntry] {
        guard !file.isArchive else {
            problem = .archive
            return []
        }
        return lines.split(bytes).flatMap { parse($0) }
    }

    private mutating func parse(_ line: VCardLines.Line) -> [VCardEntry] {
        switch Marker(line.bytes) {
        case .begin: return begin(at: line.lineNumber, isAgent: open.last?.awaitsAgent ?? false)
        case .agent where !open.isEmpty:
            open[open.endIndex - 1].addAgent(line)
            return begin(at: line.lineNumber, isAgent: true)
        case .end where !open.isEmpty: return end()
        default:
            guard open.isEmpty else {
                open[open.endIndex - 1].add(line)
                return []
            }
            return outside.add(line)
        }
    }

    private mutating func begin(at line: Int, isAgent: Bool) -> [VCardEntry] {
        var entries = outside.reported()
        if open.count == VCardReader.maxDepth { entries.append(.bad(line: open.removeFirst().line, .unfinished)) }
        open.append(VCardBuilder(line: line, isAgent: isAgent))
        return entries
    }

    private mutating func end() -> [VCardEntry] {
        let card = open.removeLast()
        if card.isAgent, !open.isEmpty {
            open[open.endIndex - 1].end(agent: card)
            return []
        }
        (bytes, firstLine, cards) = (0, lines.lineNumber, cards + 1)
        let entry = card.entry(isKorean: file.isKorean)
        guard case .card(var card) = entry, let uid = card.uid else { return [entry] }
        card.repeatsUID = !uids.insert(uid.hashValue).inserted
        return [.card(card)]
    }

    /// The begin or end of a card, or the begin of one on the line of an AGENT.
    private enum Marker {
        case begin, end, agent

        private static let longest = 40

        init?(_ line: [UInt8]) {
            guard line.count < Marker.longest, let first = line.first(where: { $0 > UInt8(ascii: " ") }),
                let last = line.last(where: { $0 > UInt8(ascii: " ") }), "bBeEaA".utf8.contains(first),
                "dD".utf8.contains(last)
            else { return nil }
            let parts = String(decoding: line, as: UTF8.self).uppercased().split(separator: ":", maxSplits: 1)
                .map { $0.trimmingCharacters(in: .whitespaces) }
            guard parts.count == 2 else { return nil }
            switch (parts[0], parts[1]) {
            case ("BEGIN", "VCARD"): self = .begin
            case ("END", "VCARD"): self = .end
            case (let head, let value) where value.isBeginOfCard && head.split(separator: ";").first == "AGENT":
                self = .agent
            default: return nil
            }
        }
    }
}

/// The lines of a file that belong to no card. Of consecutive ones, only the first is reported, and those before the
/// first card only once it is known whether there is one.
private struct LinesOutsideCards {
    private static let separators = Array(",;\t".utf8)

    /// The first of the current lines, until it is reported.
    private var first: Int?
    private var isReported = false
    private var hasCards = false
    /// The number of each separator in the first line of the file and in the second one.
    private var counts: [[Int]] = []

    /// Adds a line and returns the report of it, if it is known that there are cards.
    mutating func add(_ line: VCardLines.Line) -> [VCardEntry] {
        if !hasCards, counts.count < 2 { counts.append(LinesOutsideCards.separators.map { line.bytes.unquoted($0) }) }
        if !isReported { first = first ?? line.lineNumber }
        return hasCards ? report() : []
    }

    /// Returns the report of the lines before a card that begins, or at the end of the file.
    mutating func reported() -> [VCardEntry] {
        defer { (isReported, hasCards) = (false, true) }
        return report()
    }

    private mutating func report() -> [VCardEntry] {
        defer { first = nil }
        guard let first else { return [] }
        isReported = true
        return [.bad(line: first, .noCard)]
    }

    /// Whether there are no cards, and the second line has values in columns of the first. A single line needs three.
    var areTable: Bool {
        guard !hasCards, let header = counts.first else { return false }
        guard let row = counts.dropFirst().first else { return header.contains { $0 > 1 } }
        return zip(header, row).contains { $0 > 0 && (1...$0).contains($1) }
    }
}

extension [UInt8] {
    /// Returns how often the line has `separator` outside quotes; 0 if it is no text.
    fileprivate func unquoted(_ separator: UInt8) -> Int {
        guard !contains(where: { $0 < UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }) else { return 0 }
        var isQuoted = false
        return reduce(into: 0) { count, byte in
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
            if byte == separator, !isQuoted { count += 1 }
        }
    }
}

extension String {
    /// Whether it is `BEGIN:VCARD`.
    var isBeginOfCard: Bool { uppercased().filter { !$0.isWhitespace } == "BEGIN:VCARD" }
}
