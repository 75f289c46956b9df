import Domain
import Foundation
import TerminalText

/// Formats orders for spreadsheets: comma-separated values (RFC 4180) in UTF-8 with a byte order mark, without which
/// spreadsheets take Hangul for another charset.
enum OrdersCSV {
    private static let byteOrderMark = "\u{FEFF}"

    /// A row of the table: a line of an order.
    private struct Entry {
        let order: Order
        let index: Int
        let zone: TimeZone

        var line: OrderLine { order.lines[index] }

        /// Returns what is said once for each order, in its first row, so that the column can be summed.
        func once(_ amount: Won) -> CSVCell { once(.number(amount.amount)) }
        func once(_ cell: CSVCell) -> CSVCell { index == 0 ? cell : .none }
    }

    /// The columns, each with one fact: what is known of an order or a line is added here.
    private static let columns: [(name: String, cell: @Sendable (Entry) -> CSVCell)] = [
        ("order", { .number($0.order.id) }),
        ("day", { .text($0.order.day.dashed) }),
        ("number", { .number($0.order.number) }),
        ("placed_at", { .text(time($0.order.placedAt, in: $0.zone)) }),
        ("state", { .text($0.order.state.rawValue) }),
        ("moved_at", { .text(time($0.order.steps.last?.at ?? $0.order.placedAt, in: $0.zone)) }),
        ("reason", { CSVCell($0.order.reason) }),
        ("who", { .text($0.order.who.string) }),
        ("receive", { .text($0.order.handover.fulfillment.rawValue) }),
        ("phone", { CSVCell($0.order.handover.phone) }),
        ("address", { CSVCell($0.order.handover.address) }),
        ("wanted_at", { entry in entry.order.handover.wantedAt.map { .text(time($0, in: entry.zone)) } ?? .none }),
        ("note", { CSVCell($0.order.handover.note) }),
        ("line", { .number($0.index + 1) }),
        ("counter", { .text($0.line.item.counter.rawValue) }),
        ("item", { .text($0.line.item.id) }),
        ("title", { .text($0.line.title.string) }),
        ("title_en", { CSVCell($0.line.titleInEnglish) }),
        ("options", { CSVCell(options(of: $0.line)) }),
        ("line_note", { CSVCell($0.line.note) }),
        ("quantity", { .number($0.line.quantity) }),
        ("removed", { .number($0.line.removed) }),
        ("unit_price", { .number($0.line.unitPrice.amount) }),
        ("amount", { .number($0.line.total.amount) }),
        ("delivery_fee", { $0.once($0.order.deliveryFee) }),
        ("order_total", { $0.once($0.order.total) }),
        ("refunded", { $0.once($0.order.refunded) }),
        ("payment", { entry in payment(of: entry.order).map { entry.once(.text($0.rawValue)) } ?? .none }),
    ]

    /// The beginning of the file: the row with the names of the columns.
    static let header = byteOrderMark + row(columns.map { .text($0.name) })

    /// Returns a row for each line of each order.
    static func rows(of orders: [Order], in zone: TimeZone) -> String {
        orders.flatMap { order in
            order.lines.indices.map { index in
                let entry = Entry(order: order, index: index, zone: zone)
                return row(columns.map { $0.cell(entry) })
            }
        }.joined()
    }

    /// Returns the sales report as a file, with a row for each sum.
    static func text(of report: SalesReport) -> String {
        func row(_ kind: String, _ sum: SalesSum, counter: String = "", item: String = "", title: String = "") -> String
        {
            self.row(
                [
                    .text(kind), .text(counter), .text(item), .text(title), .number(sum.count),
                    .number(sum.amount.amount),
                ]
            )
        }
        return byteOrderMark + self.row(["sum", "counter", "item", "title", "count", "amount"].map { .text($0) })
            + report.items.map {
                row("item", $0.sum, counter: $0.counter.rawValue, item: $0.item, title: $0.title.string)
            }.joined()
            + report.counters.map { row("counter", $0.sum, counter: $0.counter.rawValue) }.joined()
            + report.hours.map { row("hour", $0.sum, title: "\($0.hour)") }.joined()
            + report.ways.map { row("way", $0.sum, title: $0.receive.rawValue) }.joined()
            + report.payments.map { row("payment", $0.sum, title: $0.payment.rawValue) }.joined()
            + self.row(
                [.text("delivery"), .none, .none, .none, .none, .number(report.deliveryFees.amount)])
            + row("total", report.total) + row("cancelled", report.cancelled)
            + row("refunds", report.refunds)
    }

    private static func row(_ cells: [CSVCell]) -> String { cells.map(\.csv).joined(separator: ",") + "\r\n" }

    /// Returns how the order was paid. Nothing stays paid for one that was cancelled or refunded, whatever was marked
    /// before: reports count neither.
    private static func payment(of order: Order) -> PaymentMethod? {
        order.state == .cancelled || order.state == .refunded ? nil : order.payment
    }

    /// Returns what was chosen, such as "크기: 대; 토핑: 계란"; `nil` if nothing.
    private static func options(of line: OrderLine) -> PlainText? {
        guard !line.options.isEmpty else { return nil }
        return PlainText(line.options.map { "\($0.optionTitle.own): \($0.title.own)" }.joined(separator: "; "))
    }

    /// Returns the time to the second, such as "2026-01-31 12:59:00", which spreadsheets understand.
    private static func time(_ date: Date, in zone: TimeZone) -> String {
        date.formatted(
            Date.ISO8601FormatStyle(timeZone: zone).dateTimeSeparator(.space).year().month().day()
                .time(includingFractionalSeconds: false))
    }
}

/// A cell of comma-separated values.
enum CSVCell {
    case text(String)
    case number(Int)
    case none

    init(_ text: PlainText?) { self = text.map { .text($0.string) } ?? .none }

    /// The cell as it stands in the file.
    var csv: String {
        switch self {
        case .none: ""
        case .number(let number): "\(number)"
        case .text(let text): CSVCell.quoted(CSVCell.isFormula(text) ? "'\(text)" : text)
        }
    }

    /// Quotes the text if it has separators. Some spreadsheets also split at semicolons and tabs.
    private static func quoted(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: { separators.contains($0) }) else { return text }
        return "\"\(text.replacing("\"", with: "\"\""))\""
    }

    private static let separators: Set<Unicode.Scalar> = [",", ";", "\t", "\"", "\r", "\n"]
    private static let signs: Set<Unicode.Scalar> = ["=", "+", "-", "@", "\u{2212}"]
    private static let breaks: Set<Unicode.Scalar> = ["\t", "\r", "\n"]

    /// Whether a spreadsheet may take the text for a formula: what is seen first is one of its signs, in any width, and
    /// with or without a mark on it; or a tab or a line break precedes it.
    private static func isFormula(_ text: String) -> Bool {
        for scalar in text.unicodeScalars {
            if breaks.contains(scalar) { return true }
            if isInvisible(scalar) { continue }
            let plain = String(scalar).decomposedStringWithCompatibilityMapping.unicodeScalars.first ?? scalar
            return signs.contains(plain)
        }
        return false
    }

    /// Whether nothing is seen of the scalar alone: a mark, a space, or what only formats.
    private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark, .format, .control, .spaceSeparator, .lineSeparator,
            .paragraphSeparator:
            true
        default: scalar.properties.isDefaultIgnorableCodePoint
        }
    }
}
