import Domain
import Foundation
import TerminalText

/// Formats a sales report as text.
struct PrintedReport {
    let report: SalesReport
    let labels: LedgerLabels

    var text: String {
        [
            table(
                labels.orders,
                [
                    ("\(labels.delivery)", "", report.deliveryFees), sum(labels.total, report.total),
                    sum(labels.cancelled, report.cancelled),
                ]),
            table(labels.item, report.items.map { sum($0.title.string, $0.sum) }),
            table(labels.counter, report.counters.map { sum($0.counter.rawValue, $0.sum) }),
            table(labels.hour, report.hours.map { sum("\($0.hour < 10 ? "0" : "")\($0.hour)", $0.sum) }),
        ].joined(separator: "\n")
    }

    private typealias Row = (name: String, count: String, amount: Won)

    private func sum(_ name: String, _ sum: SalesSum) -> Row { (name, "\(sum.count)", sum.amount) }

    private func table(_ title: String, _ rows: [Row]) -> String {
        PrintedTable.text(
            [[title, labels.count, labels.won]] + rows.map { [$0.name, $0.count, $0.amount.text] },
            least: [24, 6, 14], numbers: [1, 2])
    }
}
