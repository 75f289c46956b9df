import Domain
import Foundation
import ShopApp

/// Formats a closing in columns: its number and times, the cash, and the report.
struct PrintedClosing {
    let closing: Closing
    let labels: LedgerLabels
    /// What the shop says of itself; `nil` if it did not answer.
    let profile: ShopProfile?

    var text: String {
        let zone = profile?.calendar.zone ?? .current
        let from = closing.from.map { PrintedTable.time($0, in: zone) + " " } ?? ""
        let head = "\(labels.closing(closing.number))  \(from)~ \(PrintedTable.time(closing.to, in: zone))\n\n"
        let report = PrintedReport(report: closing.report, labels: labels, showsVAT: profile?.head.showsVAT == true)
        return head + PrintedTable.text(cash, minWidths: PrintedReport.widths, numbers: PrintedReport.numbers) + "\n"
            + report.text
    }

    private var cash: [[String]] {
        let counted = closing.cashCounted.map { [[labels.cashCounted, "", $0.text]] } ?? []
        let difference = closing.cashDifference.map { [[labels.cashDifference, "", $0.text]] } ?? []
        return [[labels.cashExpected, "", closing.cashExpected.text]] + counted + difference
    }
}

extension LedgerLabels {
    func closing(_ number: Int) -> String { language.say("\(number)번 마감", "Closing \(number)") }
    var cashExpected: String { language.say("현금 매출", "Cash taken") }
    var cashCounted: String { language.say("센 현금", "Cash counted") }
    var cashDifference: String { language.say("차액", "Difference") }
}
