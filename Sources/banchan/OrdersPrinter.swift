import ArgumentParser
import Domain
import Foundation

/// The options that select the orders that `banchan orders` prints, and their format.
struct OrdersFormat: ParsableArguments {
    @Option(help: ArgumentHelp("Only orders from that day on: 2026-11-22.", valueName: "date"))
    var since: Day?

    @Option(help: ArgumentHelp("Only orders up to that day, itself included.", valueName: "date"))
    var until: Day?

    @Flag(help: "Print JSON: an object a line.")
    var json = false

    @Flag(help: "Print comma-separated values: a row for each line of an order.")
    var csv = false

    @Flag(help: "Print what was sold instead of the orders: by item, counter and hour.")
    var summary = false

    func validate() throws {
        if json, csv { throw ValidationError("Give one of --json and --csv.") }
    }

    var isChosen: Bool { since != nil || until != nil || json || csv || summary }
}

extension Day: ExpressibleByArgument {
    public init?(argument: String) { self.init(dashed: argument) }
}

/// Formats orders as text, page by page.
struct OrdersPrinter {
    private let format: OrdersFormat
    private let labels: LedgerLabels
    private let zone = TimeZone.current
    private let first: Date?
    private let end: Date?
    private var builder: SalesReportBuilder

    init(_ format: OrdersFormat, labels: LedgerLabels) {
        self.format = format
        self.labels = labels
        first = format.since?.times(in: zone)?.lowerBound
        end = format.until?.times(in: zone)?.upperBound
        builder = SalesReportBuilder(in: zone)
    }

    /// The text before all orders.
    var head: String { format.csv && !format.summary ? OrdersCSV.header : "" }

    /// Returns the text of the selected orders of `page`, or an empty string for a summary, which is only in `tail`.
    mutating func text(of page: [Order]) -> String {
        let orders = page.filter { order in
            first.map { $0 <= order.placedAt } != false && end.map { order.placedAt < $0 } != false
        }
        if format.summary {
            for order in orders { builder.add(order) }
            return ""
        }
        if format.json { return PrintedOrders.json(orders) }
        return format.csv ? OrdersCSV.rows(of: orders, in: zone) : PrintedOrders.table(orders, labels, in: zone)
    }

    /// The text after all orders.
    var tail: String {
        guard format.summary else { return "" }
        let report = builder.report
        if format.json { return PrintedOrders.json(report) + "\n" }
        return format.csv ? OrdersCSV.text(of: report) : PrintedReport(report: report, labels: labels).text
    }
}
