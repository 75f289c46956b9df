import Domain
import Foundation
import ShopApp
import TerminalText

/// Formats orders as text that is safe to print, whatever a server or a database returned.
enum PrintedOrders {
    /// Returns a JSON object per line, as in `GET /orders`.
    static func json(_ orders: [Order]) -> String { orders.map { json($0) + "\n" }.joined() }

    static func json(_ value: some Encodable) -> String { PrintedJSON.line(value) }

    /// Returns a line for each order: number, time, price, whether it was cancelled, buyer, and title with quantity.
    /// Columns are aligned within a page, and usually across pages as well.
    static func table(_ orders: [Order], _ labels: LedgerLabels, in zone: TimeZone) -> String {
        PrintedTable.text(orders.map { cells(of: $0, labels, in: zone) }, least: least(labels), numbers: [0, 2])
    }

    /// Returns the same for orders about which messages are held up, with the number of attempts and what holds them up.
    static func table(
        _ undelivered: [UndeliveredOrder], _ labels: LedgerLabels, in zone: TimeZone, _ language: Language
    ) -> String {
        let words = MessageWords(language, zone: zone)
        return PrintedTable.text(
            undelivered.map { cells(of: $0.order, labels, in: zone) + ["(\($0.attempts))", words.state($0)] },
            least: least(labels) + [0, 0], numbers: [0, 2])
    }

    /// The minimum widths of the columns: number, time, price, mark of a cancelled order, buyer and title.
    private static func least(_ labels: LedgerLabels) -> [Int] {
        [4, 16, 10, mark(of: .cancelled, labels).columns, 8, 0]
    }

    private static func cells(of order: Order, _ labels: LedgerLabels, in zone: TimeZone) -> [String] {
        [
            "\(order.id)", PrintedTable.time(order.placedAt, in: zone), order.total.text,
            mark(of: order.state, labels), order.who.string,
            order.onlyLine.map { Order.counted($0.title.string, $0.quantity) } ?? order.title.string,
        ]
    }

    /// Returns the label of a state in which nothing was sold; empty for the others.
    private static func mark(of state: OrderState, _ labels: LedgerLabels) -> String {
        state == .cancelled ? labels.states[state] ?? "" : ""
    }
}
