import Domain
import Foundation
import ShopApp
import ShopServer
import TerminalText

/// Formats a closing as the shop's printers print it, with what was sold below it.
struct PrintedClosing {
    let closing: Closing
    let language: Language
    /// What the shop says of itself; `nil` if it did not answer.
    let profile: ShopProfile?

    var text: String {
        let sheet = ClosingSheet(
            closing, words: language.say(.korean, .english), showsVAT: profile?.head.showsVAT == true,
            in: profile?.calendar.zone ?? .current)
        let page = sheet.page(width: PrintedClosing.width, charset: .utf8)
        let sold = PrintedReport(report: closing.report, labels: LedgerLabels(language)).sold
        return ([sheet.head + "\n" + page.text] + sold).joined(separator: "\n")
    }

    /// As wide as a table of a report.
    private static let width = 48
}
