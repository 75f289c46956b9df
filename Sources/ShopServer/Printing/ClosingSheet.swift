import Domain
import Foundation
import TerminalText

/// What a closing of the till says on paper: its number and times, what was sold, by way and by payment, and the cash.
public struct ClosingSheet: Sendable {
    private struct Row {
        let name: String
        var count: Int?
        let amount: Won
    }

    private let closing: Closing
    private let staff: AnnouncementWords
    /// Whether the shop shows the VAT that its sales contain.
    private let showsVAT: Bool
    private let zone: TimeZone

    public init(_ closing: Closing, words: AnnouncementWords, showsVAT: Bool, in zone: TimeZone) {
        (self.closing, staff, self.showsVAT, self.zone) = (closing, words, showsVAT, zone)
    }

    private var words: ClosingWords { staff.closings }

    public var head: String { "\(words.closing) #\(closing.number)" }

    /// Returns everything below the head.
    public func page(width: Int, charset: PaperCharset) -> PaperPage {
        var page = PaperPage(width: width, charset: charset)
        if let from = closing.from { page.add(words.from, time(from)) }
        page.add(words.to, time(closing.to))
        let report = closing.report
        add(sales, below: words.sales, to: &page)
        add(report.ways.map { sum(staff.ways[$0.receive] ?? "", $0.sum) }, below: words.way, to: &page)
        add(report.payments.map { sum(words.payments[$0.payment] ?? "", $0.sum) }, below: words.payment, to: &page)
        page.addRule()
        for row in cash { page.add(row.name, row.amount.text) }
        return page
    }

    func document(width: Int, charset: PaperCharset, isRepetition: Bool) -> PrinterDocument {
        var document = PrinterDocument(width: width, charset: charset)
        if isRepetition { document.addDoubled(staff.repeated) }
        document.addDoubled(head)
        document.add { $0.add(page(width: width, charset: charset)) }
        return document
    }

    private var sales: [Row] {
        let report = closing.report
        let supply = Won(report.total.amount.amount - report.vat.amount)
        let vat = [Row(name: words.supply, amount: supply), Row(name: words.vat, amount: report.vat)]
        return [
            Row(name: words.delivery, amount: report.deliveryFees), sum(words.total, report.total),
        ] + (showsVAT ? vat : []) + [sum(staff.cancelled, report.cancelled), sum(staff.refunded, report.refunds)]
    }

    private var cash: [Row] {
        [Row(name: words.cashExpected, amount: closing.cashExpected)]
            + [(words.cashCounted, closing.cashCounted), (words.cashDifference, closing.cashDifference)].compactMap {
                name, amount in amount.map { Row(name: name, amount: $0) }
            }
    }

    private func sum(_ name: String, _ sum: SalesSum) -> Row { Row(name: name, count: sum.count, amount: sum.amount) }

    private func add(_ rows: [Row], below title: String, to page: inout PaperPage) {
        guard !rows.isEmpty else { return }
        page.addRule()
        page.add(title, figures(words.count, words.won, on: page))
        for row in rows { page.add(row.name, figures(row.count.map(String.init) ?? "", row.amount.text, on: page)) }
    }

    /// Returns a count and an amount in columns, of which the wider paper has wider ones.
    private func figures(_ count: String, _ amount: String, on page: PaperPage) -> String {
        let width = page.width * 3 / 8
        return count + String(repeating: " ", count: max(1, width - amount.columns)) + amount
    }

    private func time(_ date: Date) -> String {
        let style = Date.ISO8601FormatStyle(dateTimeSeparator: .space, timeZone: zone)
        return String(date.formatted(style).prefix("2026-01-31 12:59".count))
    }
}

/// The words of closings on paper, besides those of other messages.
struct ClosingWords: Sendable {
    let closing, from, to, sales, delivery, total, supply, vat, way, payment, count, won: String
    let cashExpected, cashCounted, cashDifference: String
    let payments: [Sale.Payment: String]

    static let korean = ClosingWords(
        closing: "마감", from: "지난 마감", to: "마감", sales: "판매", delivery: "배달비", total: "합계", supply: "공급가액",
        vat: "부가세", way: "수령", payment: "결제", count: "건", won: "금액", cashExpected: "현금 매출", cashCounted: "센 현금",
        cashDifference: "차액",
        payments: [.cash: "현금", .card: "카드", .transfer: "이체", .machine: "자판기", .unpaid: "미결제"])
    static let english = ClosingWords(
        closing: "Closing", from: "Last closing", to: "Closed", sales: "Sales", delivery: "Delivery", total: "Total",
        supply: "Supply value", vat: "VAT", way: "Way", payment: "Payment", count: "Orders", won: "Won",
        cashExpected: "Cash taken", cashCounted: "Cash counted", cashDifference: "Difference",
        payments: [.cash: "Cash", .card: "Card", .transfer: "Transfer", .machine: "Machine", .unpaid: "Not paid"])
}
