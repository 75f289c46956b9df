import Domain
import Foundation
import TerminalText

/// Orders for spreadsheets: comma-separated values as RFC 4180 has them, in UTF-8.
enum OrdersCSV {
    /// The names of the columns of `rows(of:)`.
    static let header = row([
        "order", "placed_at", "state", "who", "counter", "item", "title", "quantity", "unit_price", "amount",
        "delivery_fee",
    ])

    /// A row for each line of each order. The delivery fee stands in an order's first one, so that columns can be summed up.
    static func rows(of orders: [Order], in zone: TimeZone) -> String {
        orders.flatMap { order in
            order.lines.enumerated().map { index, line in
                row([
                    "\(order.id)", TextTable.time(order.placedAt, in: zone), order.state.rawValue, order.who.string,
                    line.item.counter.rawValue, line.item.id, line.title.string, "\(line.quantity)",
                    "\(line.unitPrice.amount)", "\(line.total.amount)",
                    index == 0 ? "\(order.deliveryFee.amount)" : "0",
                ])
            }
        }.joined()
    }

    /// What was sold, a row for each sum.
    static func text(of report: SalesReport) -> String {
        func row(_ kind: String, _ name: [String], _ sum: SalesSum) -> String {
            self.row([kind] + name + ["\(sum.count)", "\(sum.amount.amount)"])
        }
        return self.row(["sum", "counter", "item", "title", "count", "amount"])
            + report.items.map { row("item", [$0.counter.rawValue, $0.item, $0.title.string], $0.sum) }.joined()
            + report.counters.map { row("counter", [$0.counter.rawValue, "", ""], $0.sum) }.joined()
            + report.hours.map { row("hour", ["", "", "\($0.hour)"], $0.sum) }.joined()
            + self.row(["delivery", "", "", "", "", "\(report.deliveryFees.amount)"])
            + row("total", ["", "", ""], report.total) + row("cancelled", ["", "", ""], report.cancelled)
    }

    private static func row(_ cells: [String]) -> String { cells.map(cell).joined(separator: ",") + "\r\n" }

    /// In quotes where it needs them. A cell that a spreadsheet would take for a formula begins with an apostrophe.
    private static func cell(_ text: String) -> String {
        let text = text.first.map { "=+-@＝＋－＠\t\r".contains($0) } == true && Int(text) == nil ? "'\(text)" : text
        guard text.contains(where: { ",\"\r\n".contains($0) || $0 == "\r\n" }) else { return text }
        return "\"\(text.replacing("\"", with: "\"\""))\""
    }
}
