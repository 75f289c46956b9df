import Domain
import Foundation
import TerminalText

/// Formats orders for spreadsheets, as comma-separated values (RFC 4180) in UTF-8.
enum OrdersCSV {
    /// The row with the column names of `rows(of:in:)`.
    static let header = row([
        "order", "placed_at", "state", "who", "counter", "item", "title", "quantity", "unit_price", "amount",
        "delivery_fee",
    ])

    /// Returns a row for each line of each order. Only an order's first row has the delivery fee, so that the column
    /// can be summed.
    static func rows(of orders: [Order], in zone: TimeZone) -> String {
        orders.flatMap { order in
            order.lines.enumerated().map { index, line in
                row([
                    "\(order.id)", PrintedTable.time(order.placedAt, in: zone), order.state.rawValue, order.who.string,
                    line.item.counter.rawValue, line.item.id, line.title.string, "\(line.quantity)",
                    "\(line.unitPrice.amount)", "\(line.total.amount)",
                    index == 0 ? "\(order.deliveryFee.amount)" : "0",
                ])
            }
        }.joined()
    }

    /// Returns the sales report, with a row for each sum.
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

    /// Returns the cell, quoted if necessary. An apostrophe precedes what a spreadsheet would take for a formula.
    private static func cell(_ text: String) -> String {
        let text = text.first.map { "=+-@＝＋－＠\t\r".contains($0) } == true && Int(text) == nil ? "'\(text)" : text
        guard text.contains(where: { ",\"\r\n".contains($0) || $0 == "\r\n" }) else { return text }
        return "\"\(text.replacing("\"", with: "\"\""))\""
    }
}
