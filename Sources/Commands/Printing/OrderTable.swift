import Domain
import Foundation
import ShopApp
import TerminalText

/// A column of a table in which each row is about a value.
struct TableColumn<Value> {
    let title: String
    /// The minimum width in columns of the terminal. Rows that are printed later are aligned with it.
    let minWidth: Int
    let isNumber: Bool
    /// The column's turn to be left out where the terminal is narrow, from 1; `nil` if it never is.
    let leftOut: Int?
    let text: @Sendable (Value) -> String

    init(
        _ title: String, minWidth: Int = 0, isNumber: Bool = false, leftOut: Int? = nil,
        text: @escaping @Sendable (Value) -> String
    ) {
        (self.title, self.minWidth) = (title, max(minWidth, title.columns))
        (self.isNumber, self.leftOut, self.text) = (isNumber, leftOut, text)
    }

    /// Returns the same column of a table about other values.
    func of<Other>(_ value: @escaping @Sendable (Other) -> Value) -> TableColumn<Other> {
        TableColumn<Other>(title, minWidth: minWidth, isNumber: isNumber, leftOut: leftOut) { [text] in text(value($0))
        }
    }
}

/// Formats a table with a header, page by page, for a medium of any width: columns are left out where there is no room for
/// them, and a line is shortened at its end.
struct PagedTable<Value> {
    private static var gap: Int { 2 }
    /// The width that the last column, which is shortened first, should have.
    private static var minLastWidth: Int { 12 }

    private let columns: [TableColumn<Value>]
    private let medium: Medium
    private var hasHeader = false

    init(_ columns: [TableColumn<Value>], on medium: Medium) {
        self.medium = medium
        var columns = columns
        while PagedTable.width(of: columns) > medium.width,
            let next = columns.indices.filter({ columns[$0].leftOut != nil })
                .min(by: { columns[$0].leftOut ?? 0 < columns[$1].leftOut ?? 0 })
        {
            columns.remove(at: next)
        }
        self.columns = columns
    }

    private static func width(of columns: [TableColumn<Value>]) -> Int {
        columns.dropLast().reduce(minLastWidth) { $0 + $1.minWidth + gap }
    }

    /// Returns a line for each value, after the header if they are the first ones.
    mutating func text(of values: [Value]) -> String {
        guard !values.isEmpty else { return "" }
        let header = hasHeader ? [] : [columns.map(\.title)]
        let lines = PrintedTable.text(
            header + values.map { value in columns.map { $0.text(value) } }, minWidths: columns.map(\.minWidth),
            numbers: Set(columns.indices.filter { columns[$0].isNumber })
        ).split(separator: "\n").map { String($0).truncated(columns: medium.width) + "\n" }
        guard !hasHeader else { return lines.joined() }
        hasHeader = true
        let isStyled = medium.isColored
        return (isStyled ? "\u{1B}[1m" : "") + lines[0].dropLast() + (isStyled ? "\u{1B}[m" : "") + "\n"
            + lines.dropFirst().joined()
    }
}

extension TableColumn<Order> {
    /// The columns of a list of orders: what is known of an order is added here.
    static func all(_ labels: LedgerLabels, in zone: TimeZone) -> [TableColumn<Order>] {
        let widestState = OrderState.allCases.map { labels.state($0).columns }.max() ?? 0
        return [
            TableColumn(labels.id, minWidth: 4, isNumber: true, leftOut: 4) { "\($0.id)" },
            TableColumn(labels.number, minWidth: 4, isNumber: true) { "\($0.number)" },
            TableColumn(labels.time, minWidth: 16, leftOut: 1) { PrintedTable.time($0.placedAt, in: zone) },
            TableColumn(labels.won, minWidth: 10, isNumber: true, leftOut: 2) { $0.total.text },
            TableColumn(labels.state, minWidth: widestState) { labels.state($0.state) },
            TableColumn(labels.guest, minWidth: 8, leftOut: 3) { $0.who.string },
            TableColumn(labels.contents) { order in
                order.onlyLine.map { Order.counted($0.title.string, $0.quantity) } ?? order.title.string
            },
        ]
    }
}

extension TableColumn<UndeliveredOrder> {
    /// The same for orders about which messages are held up, with the number of attempts and what holds them up.
    static func all(
        _ labels: LedgerLabels, in zone: TimeZone, _ language: Language
    ) -> [TableColumn<UndeliveredOrder>] {
        let words = MessageTexts(language, zone: zone)
        return TableColumn<Order>.all(labels, in: zone).map { $0.of(\.order) } + [
            TableColumn(labels.attempts, isNumber: true) { "\($0.attempts)" },
            TableColumn(labels.message) { words.state($0) },
        ]
    }
}
