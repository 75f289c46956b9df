import ArgumentParser
import Domain
import Foundation
import ShopApp
import TerminalText

/// The options that select the orders that `banchan orders` prints, and their format.
struct OrdersFormat: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Only orders from that day on, as 2026-11-22 or today, or from that time on, as 2026-11-22T18:00:00+09:00.",
            valueName: "date"))
    var since: TimeBound?

    @Option(help: ArgumentHelp("Only orders up to that day, itself included, or before that time.", valueName: "date"))
    var until: TimeBound?

    @Option(help: "Only orders in that state.")
    var state: OrderState?

    @Option(
        help: ArgumentHelp(
            "Only orders with that in the guest's name, of that number, or whose phone number ends with it.",
            valueName: "text"))
    var query: String?

    @Flag(help: "Print JSON: an object a line.")
    var json = false

    @Flag(help: "Print comma-separated values for spreadsheets: a row for each line of an order.")
    var csv = false

    @Flag(help: "Print what was sold instead of the orders: by item, counter, hour, way and payment.")
    var summary = false

    func validate() throws {
        if json, csv { throw ValidationError("Give one of --json and --csv.") }
    }

    /// The orders to print.
    var orders: OrderQuery {
        OrderQuery(
            since: since, until: until, state: state, text: query.map { PlainText($0, limit: OrderQuery.maxText) })
    }

    /// Whether only some of all orders are printed.
    var isSelection: Bool { orders != OrderQuery() }

    var isChosen: Bool { isSelection || json || csv || summary }
}

/// The options that say for which printer a receipt is.
struct PaperOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The width of the receipt in columns: 32, 40, 42 or 48; 40 without it.", valueName: "columns"))
    var width: Int?

    @Option(
        help: ArgumentHelp(
            "The charset of the receipt: cp949, as Korean printers have it, or utf-8, as without it.",
            valueName: "name"))
    var charset: PaperCharset?

    var isChosen: Bool { width != nil || charset != nil }

    func validate() throws {
        if let width, !Receipt.widths.contains(width) {
            throw ValidationError("Paper is \(Receipt.widths.map(String.init).joined(separator: ", ")) columns wide.")
        }
    }

    /// Prints the receipt, and says how many characters of it the charset lacks.
    func print(_ receipt: Receipt, _ user: User) throws(CommandProblem) {
        let page = receipt.page(width: width ?? 40, charset: charset ?? .utf8)
        try StandardOutput.write(Data(page.bytes))
        guard page.replaced > 0 else { return }
        let sentence = user.language.say(
            "이 문자 집합에 없는 글자 \(page.replaced)개를 비슷한 글자나 ?로 바꿨습니다.",
            "Characters that this charset lacks, replaced by the closest form or ?: \(page.replaced).")
        user.report(sentence)
    }
}

extension PaperCharset: ExpressibleByArgument {}

extension TimeBound: ExpressibleByArgument {
    public init?(argument: String) { self.init(argument) }
}

extension OrderState: ExpressibleByArgument {}

/// Formats orders as text, page by page.
struct OrdersPrinter {
    private let format: OrdersFormat
    private let labels: LedgerLabels
    private let zone: TimeZone
    private var table: PagedTable<Order>
    private var builder: SalesReportBuilder

    init(_ format: OrdersFormat, labels: LedgerLabels, in zone: TimeZone, on medium: Medium) {
        (self.format, self.labels, self.zone) = (format, labels, zone)
        table = PagedTable(TableColumn<Order>.all(labels, in: zone), on: medium)
        builder = SalesReportBuilder(in: zone)
    }

    /// The text before all orders.
    var head: String { format.csv && !format.summary ? OrdersCSV.header : "" }

    /// Returns the text of a page, or an empty string for a summary, which is only in `tail`.
    mutating func text(of page: [Order]) -> String {
        if format.summary {
            for order in page { builder.add(order) }
            return ""
        }
        if format.json { return page.map { PrintedJSON.line($0) + "\n" }.joined() }
        return format.csv ? OrdersCSV.rows(of: page, in: zone) : table.text(of: page)
    }

    /// The text after all orders.
    var tail: String {
        guard format.summary else { return "" }
        let report = builder.report
        if format.json { return PrintedJSON.line(report) + "\n" }
        return format.csv ? OrdersCSV.text(of: report) : PrintedReport(report: report, labels: labels).text
    }
}

struct PrintedReport {
    let report: SalesReport
    let labels: LedgerLabels

    private static let widths = [24, 6, 14]
    /// The columns that are aligned at the right.
    private static let numbers: Set = [1, 2]

    var text: String {
        let orders = table(
            labels.orders,
            [
                ("\(labels.delivery)", "", report.deliveryFees), sum(labels.total, report.total),
                sum(labels.cancelled, report.cancelled), sum(labels.refunds, report.refunds),
            ])
        let ways = table(labels.way, report.ways.map { sum(labels.way($0.receive), $0.sum) })
        let payments = table(labels.payment, report.payments.map { sum(labels.payment($0.payment), $0.sum) })
        return [orders, items, counters, ways, payments, hours].joined(separator: "\n")
    }

    /// The tables of what was sold: by item, counter and hour.
    var sold: [String] { [items, counters, hours] }

    private var items: String { table(labels.item, report.items.map { sum($0.title.string, $0.sum) }) }

    private var counters: String {
        table(labels.counter, report.counters.map { sum($0.counter.rawValue, $0.sum) })
    }

    private var hours: String {
        table(labels.hour, report.hours.map { sum("\($0.hour < 10 ? "0" : "")\($0.hour)", $0.sum) })
    }

    private typealias Row = (name: String, count: String, amount: Won)

    private func sum(_ name: String, _ sum: SalesSum) -> Row { (name, "\(sum.count)", sum.amount) }

    private func table(_ title: String, _ rows: [Row]) -> String {
        PrintedTable.text(
            [[title, labels.count, labels.won]] + rows.map { [$0.name, $0.count, $0.amount.text] },
            minWidths: PrintedReport.widths, numbers: PrintedReport.numbers)
    }
}
