import Foundation

/// Reads cards of versions 2.1, 3.0 and 4.0, as telephones write them, from a file that comes in pieces. Whatever the
/// file is, it costs no more memory than one card, and ends.
public struct VCardReader {
    /// Bytes and lines without an end of a card, and cards, after which a file is read no further.
    private static let mostBytes = 32 << 20
    private static let mostLines = 1_000_000
    private static let mostCards = 1_000_000

    private var file = CardFileBytes()
    private var lines = VCardLines()
    private var card: VCardBuilder?
    /// Whether the lines that are no card were told of.
    private var isOutside = false
    /// What was read since the last card: bytes, and where it began.
    private var bytes = 0
    private var firstLine = 1
    private var cards = 0
    /// Why the rest of the file is not read; `nil` as long as it is.
    public private(set) var problem: VCardFileProblem?

    public init() {}

    /// Takes the next bytes of the file; what is whole now.
    public mutating func take(_ bytes: some Sequence<UInt8>) -> [VCardEntry] {
        guard problem == nil else { return [] }
        let bytes = Array(bytes)
        self.bytes += bytes.count
        let entries = lines.take(file.take(bytes)).flatMap { take($0) }
        if self.bytes > VCardReader.mostBytes || lines.number - firstLine > VCardReader.mostLines { problem = .noCards }
        if cards >= VCardReader.mostCards { problem = .tooManyCards(limit: VCardReader.mostCards) }
        return entries
    }

    /// What is left at the end of the file.
    public mutating func finish() -> [VCardEntry] {
        guard problem == nil else { return [] }
        let entries = (lines.take(file.finish()) + lines.finish()).flatMap { take($0) }
        return entries + [card].compactMap { $0 }.map { .bad(line: $0.line, .unfinished) }
    }

    private mutating func take(_ line: VCardLines.Line) -> [VCardEntry] {
        switch Marker(line.bytes) {
        case .begin:
            defer { card = VCardBuilder(line: line.number) }
            isOutside = false
            return card.map { [.bad(line: $0.line, .unfinished)] } ?? []
        case .end where card != nil:
            defer { card = nil }
            (bytes, firstLine, cards) = (0, lines.number, cards + 1)
            return card.map { [$0.entry(isKorean: file.isKorean)] } ?? []
        default: return takeOther(line)
        }
    }

    /// A line within a card, or one that is outside of all: of several of these only the first is told.
    private mutating func takeOther(_ line: VCardLines.Line) -> [VCardEntry] {
        guard card == nil else {
            card?.take(line)
            return []
        }
        defer { isOutside = true }
        return isOutside ? [] : [.bad(line: line.number, .noCard)]
    }

    /// Where a card begins or ends.
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
