import Domain
import Foundation
import TerminalText

/// Formats orders as text that is safe to print, whatever a server or a database returned.
enum PrintedOrders {
    /// Returns a JSON object per line, as in `GET /orders`.
    static func json(_ orders: [Order]) -> String { orders.map { json($0) + "\n" }.joined() }

    static func json(_ value: some Encodable) -> String { PrintedJSON.line(value) }

    /// Returns a line for each order: number, time, price, quantity, buyer and title. Columns are aligned within a
    /// page, and usually across pages as well.
    static func table(_ orders: [Order], in zone: TimeZone) -> String {
        PrintedTable.text(orders.map { cells(of: $0, in: zone) }, least: least, numbers: [0, 2, 3])
    }

    /// Returns the same for orders whose messages failed, with the number of attempts.
    static func table(_ undelivered: [UndeliveredOrder], in zone: TimeZone) -> String {
        PrintedTable.text(
            undelivered.map { cells(of: $0.order, in: zone) + ["(\($0.attempts))"] }, least: least + [0],
            numbers: [0, 2, 3])
    }

    /// The minimum widths of the columns: number, time, price, quantity, buyer and title.
    private static let least = [4, 16, 10, 3, 8, 0]

    private static func cells(of order: Order, in zone: TimeZone) -> [String] {
        let count = order.quantity > 1 ? "x\(order.quantity)" : ""
        return [
            "\(order.id)", PrintedTable.time(order.placedAt, in: zone), order.total.text, count, order.who.string,
            order.title.string,
        ]
    }
}
