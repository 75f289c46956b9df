import Domain
import Foundation
import TerminalText

/// Orders as text. Whatever a server or a database made of them, it is harmless to print.
enum PrintedOrders {
    /// A JSON object a line, as `GET /orders` has it.
    static func json(_ orders: [Order]) -> String { orders.map { json($0) + "\n" }.joined() }

    static func json(_ value: some Encodable) -> String { PrintedJSON.line(value) }

    /// A line an order: number, time, price, quantity, who, and what. Lines of one page stand below each other, and
    /// usually those of the next as well.
    static func table(_ orders: [Order], in zone: TimeZone) -> String {
        PrintedTable.text(orders.map { cells(of: $0, in: zone) }, least: least, numbers: [0, 2, 3])
    }

    /// The same of orders whose messages failed, with how often that was tried.
    static func table(_ undelivered: [UndeliveredOrder], in zone: TimeZone) -> String {
        PrintedTable.text(
            undelivered.map { cells(of: $0.order, in: zone) + ["(\($0.attempts))"] }, least: least + [0],
            numbers: [0, 2, 3])
    }

    /// Columns that a number, a time, a price, a quantity, a name and a dish have at least.
    private static let least = [4, 16, 10, 3, 8, 0]

    private static func cells(of order: Order, in zone: TimeZone) -> [String] {
        let count = order.quantity > 1 ? "x\(order.quantity)" : ""
        return [
            "\(order.id)", PrintedTable.time(order.placedAt, in: zone), order.total.text, count, order.who.string,
            order.title.string,
        ]
    }
}
