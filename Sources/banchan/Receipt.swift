import Domain
import Foundation
import TerminalText

/// Formats an order for a receipt printer, in lines of 40 columns.
struct Receipt {
    let order: Order
    let labels: LedgerLabels
    let zone: TimeZone

    private static let width = 40
    private static let rule = String(repeating: "-", count: width)

    var text: String {
        let head = [
            line("\(labels.order) \(order.id)", PrintedTable.time(order.placedAt, in: zone)),
            line(order.who.string, labels.states[order.state] ?? ""),
        ]
        let reason = order.reason.map { PrintedTable.wrapped($0.string, width: Receipt.width) } ?? []
        let fee = order.deliveryFee.amount > 0 ? [line(labels.delivery, order.deliveryFee.text)] : []
        let lines =
            head + reason + [Receipt.rule] + order.lines.flatMap(lines) + [Receipt.rule] + fee
            + [line(labels.total, order.total.text)]
        return lines.map { $0 + "\n" }.joined()
    }

    /// Returns the whole title, and below it the quantity, the unit price and the total.
    private func lines(of line: OrderLine) -> [String] {
        PrintedTable.wrapped(line.title.string, width: Receipt.width)
            + [self.line("  \(line.unitPrice.text) × \(line.quantity)", line.total.text)]
    }

    private func line(_ left: String, _ right: String) -> String {
        PrintedTable.line(left, right, width: Receipt.width)
    }
}
