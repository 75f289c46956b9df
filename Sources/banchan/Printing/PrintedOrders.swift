import ArgumentParser
import Domain
import Foundation
import ShopApp
import TerminalText

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

/// Formats orders as text that is safe to print, whatever a server or a database returned.
enum PrintedOrders {
    /// Returns a JSON object per line, as in `GET /orders`.
    static func json(_ orders: [Order]) -> String { orders.map { json($0) + "\n" }.joined() }

    static func json(_ value: some Encodable) -> String { PrintedJSON.line(value) }

    /// Returns a line for each order: number, time, price, whether it was cancelled, buyer, and title with quantity.
    /// Columns are aligned within a page, and usually across pages as well.
    static func table(_ orders: [Order], _ labels: LedgerLabels, in zone: TimeZone) -> String {
        PrintedTable.text(
            orders.map { cells(of: $0, labels, in: zone) }, minWidths: minWidths(labels), numbers: [0, 2])
    }

    /// Returns the same for orders about which messages are held up, with the number of attempts and what holds them up.
    static func table(
        _ undelivered: [UndeliveredOrder], _ labels: LedgerLabels, in zone: TimeZone, _ language: Language
    ) -> String {
        let words = MessageTexts(language, zone: zone)
        return PrintedTable.text(
            undelivered.map { cells(of: $0.order, labels, in: zone) + ["(\($0.attempts))", words.state($0)] },
            minWidths: minWidths(labels) + [0, 0], numbers: [0, 2])
    }

    /// The minimum widths of the columns: number, time, price, mark of a cancelled order, buyer and title.
    private static func minWidths(_ labels: LedgerLabels) -> [Int] {
        [4, 16, 10, mark(of: .cancelled, labels).columns, 8, 0]
    }

    private static func cells(of order: Order, _ labels: LedgerLabels, in zone: TimeZone) -> [String] {
        [
            "\(order.id)", PrintedTable.time(order.placedAt, in: zone), order.total.text,
            mark(of: order.state, labels), order.who.string,
            order.onlyLine.map { Order.counted($0.title.string, $0.quantity) } ?? order.title.string,
        ]
    }

    /// Returns the label of a state in which nothing was sold; empty for the others.
    private static func mark(of state: OrderState, _ labels: LedgerLabels) -> String {
        state == .cancelled ? labels.states[state] ?? "" : ""
    }
}

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
            minWidths: [24, 6, 14], numbers: [1, 2])
    }
}
