import Domain
import Foundation
import Storage
import TerminalText

/// What the kitchen reads of an order: its number in double size, how and when the guest gets it, and each line with
/// its options and notes. Prices, phone numbers and addresses are not printed.
struct KitchenTicket: Hashable, Sendable {
    let kind: MessageKind
    let order: Order
    /// Whether it may be printed already.
    let isRepetition: Bool
    /// The indexes of the lines that are printed; at least one.
    let indexes: [Int]

    private static let indent = 2

    /// Creates the ticket of `message` with the lines of these indexes. Without any it has all lines: what was added to the
    /// queue was to be printed there. A copy is added for all printers; returns `nil` for one of which nothing is printed.
    init?(_ message: OutboxMessage, of order: Order, lines: [Int]) {
        let all = Array(order.lines.indices)
        let indexes = lines.isEmpty && message.kind != .repetition ? all : lines
        guard !indexes.isEmpty else { return nil }
        (kind, self.order, self.indexes) = (message.kind, order, indexes)
        isRepetition = message.isRepetition
    }

    func document(width: Int, charset: PaperCharset, words: AnnouncementWords, in zone: TimeZone) -> PrinterDocument {
        var document = PrinterDocument(width: width, charset: charset)
        for head in heads(words) { document.addDoubled(head) }
        document.addDoubled("#\(order.number)")
        document.add { page in
            let way = words.ways[order.handover.fulfillment] ?? ""
            let wanted = order.handover.wantedAt.map { "\(words.wanted) \($0.dayAndTime(in: zone))" }
            page.add(way, order.placedAt.dayAndTime(in: zone))
            if let wanted { page.add(wanted) }
            page.add(order.who.string)
            if let reason { page.add(reason.string) }
            page.addRule()
            for index in indexes { KitchenTicket.add(order.lines[index], words, to: &page) }
            if let note = order.handover.note {
                page.addRule()
                page.add("\(words.note): \(note)")
            }
        }
        return document
    }

    private func heads(_ words: AnnouncementWords) -> [String] {
        let subject: String? =
            if kind == .cancellation || order.state == .cancelled {
                words.cancelled
            } else {
                kind == .reduction ? words.changed : nil
            }
        return [isRepetition ? words.repeated : nil, subject].compactMap(\.self)
    }

    /// The keeper's latest reason.
    private var reason: PlainText? {
        order.reason ?? (kind == .reduction ? order.reductions.last?.reason : nil)
    }

    private static func add(_ line: OrderLine, _ words: AnnouncementWords, to page: inout PaperPage) {
        page.add(line.title.string, "\(line.quantity)")
        for option in line.options { page.add("\(option.optionTitle.own): \(option.title.own)", indent: indent) }
        if let note = line.note { page.add("“\(note)”", indent: indent) }
        if line.removed > 0 { page.add("\(words.takenOut) \(line.removed)", indent: indent) }
    }
}

extension OutboxMessage {
    /// Whether what it says may be on paper already.
    var isRepetition: Bool { mayHaveArrived || kind == .repetition }
}
