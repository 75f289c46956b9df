import Domain
import Foundation
import TerminalText

/// Orders as text. Whatever a server or a database made of them, it is harmless to print.
enum PrintedOrders {
    /// A JSON object a line, as `GET /orders` has it.
    static func json(_ orders: [Order]) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return orders.map { order in
            // Texts and numbers always have a JSON form.
            String(decoding: (try? encoder.encode(order)) ?? Data(), as: UTF8.self) + "\n"
        }.joined()
    }

    /// A line an order: number, time, price, quantity, who, and the dish. Lines of one page stand below each other, and
    /// usually those of the next as well.
    static func table(_ orders: [Order], in zone: TimeZone) -> String {
        let rows = orders.map { cells(of: $0, in: zone) }
        let widths = least.indices.map { column in
            max(least[column], rows.map { $0[column].columns }.max() ?? 0)
        }
        return rows.map { row in
            let line = zip(row, widths).enumerated().map { index, cell in
                padded(cell.0, to: cell.1, right: numbers.contains(index))
            }.joined(separator: "  ")
            return String(line.reversed().drop { $0 == " " }.reversed()) + "\n"
        }.joined()
    }

    /// Columns that a number, a time, a price, a quantity, a name and a dish have at least.
    private static let least = [4, 16, 10, 3, 8, 0]
    /// Those that stand at the right of their columns.
    private static let numbers: Set = [0, 2, 3]

    private static func cells(of order: Order, in zone: TimeZone) -> [String] {
        let count = order.quantity > 1 ? "x\(order.quantity)" : ""
        return [
            "\(order.id)", time(order.placedAt, in: zone), order.total.text, count, order.who.string,
            order.title.string,
        ]
    }

    private static func time(_ date: Date, in zone: TimeZone) -> String {
        let style = Date.ISO8601FormatStyle(dateTimeSeparator: .space, timeZone: zone)
        // Down to the minute.
        return String(date.formatted(style).prefix("2026-01-31 12:59".count))
    }

    private static func padded(_ text: String, to width: Int, right: Bool) -> String {
        let space = String(repeating: " ", count: max(0, width - text.columns))
        return right ? space + text : text + space
    }
}
