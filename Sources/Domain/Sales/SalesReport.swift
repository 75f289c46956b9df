import Foundation
import TerminalText

public struct SalesSum: Hashable, Sendable, Codable {
    public private(set) var count: Int
    public private(set) var amount: Won

    public init(count: Int = 0, amount: Won = Won(0)) {
        self.count = count
        self.amount = amount
    }

    public var isZero: Bool { count == 0 && amount == Won(0) }

    mutating func add(_ count: Int, for amount: Won) {
        self.count += count
        self.amount = Won(self.amount.amount + amount.amount)
    }
}

/// The totals of a set of orders, with what was cancelled and refunded besides. Items and counters count pieces;
/// everything else counts orders. What was booked for orders of earlier days can make a number negative.
///
/// `total` is without what was refunded. It equals the sum of all items plus the delivery fees, the sum of all counters
/// plus the fees, and the sum of all hours, all ways, or all payments.
public struct SalesReport: Hashable, Sendable, Codable {
    /// A sold item, with the titles of its last order.
    public struct Item: Hashable, Sendable, Codable {
        public let counter: SalesCounter
        /// The identifier of the item, as in `OrderLine`.
        public let item: String
        public fileprivate(set) var title: PlainText
        /// The English title; `nil` if the shop provided none.
        public fileprivate(set) var titleInEnglish: PlainText?
        public fileprivate(set) var sum: SalesSum

        private enum CodingKeys: String, CodingKey {
            case counter, item, title, sum
            case titleInEnglish = "title_en"
        }
    }

    public struct Counter: Hashable, Sendable, Codable {
        public let counter: SalesCounter
        public fileprivate(set) var sum: SalesSum
    }

    public struct Hour: Hashable, Sendable, Codable {
        /// 0 to 23, in the shop's time zone.
        public let hour: Int
        public fileprivate(set) var sum: SalesSum
    }

    /// A way in which guests got their orders.
    public struct Way: Hashable, Sendable, Codable {
        public let receive: Fulfillment
        public fileprivate(set) var sum: SalesSum
    }

    public struct Payment: Hashable, Sendable, Codable {
        public let payment: Sale.Payment
        public fileprivate(set) var sum: SalesSum
    }

    public let total: SalesSum
    /// The VAT that `total` contains if the shop pays VAT: the sum of that of all sales, each rounded as on its receipt.
    public let vat: Won
    public let deliveryFees: Won
    public let cancelled: SalesSum
    /// The orders of which money was given back, and how much.
    public let refunds: SalesSum
    /// Sorted by amount, highest first.
    public let items: [Item]
    /// Sorted by amount, highest first.
    public let counters: [Counter]
    /// The hours with sales, from 0 to 23.
    public let hours: [Hour]
    /// The ways with sales, in the order of `Fulfillment`.
    public let ways: [Way]
    /// The payments with sales, in the order of `Sale.Payment`.
    public let payments: [Payment]

    private enum CodingKeys: String, CodingKey {
        case total, vat, cancelled, refunds, items, counters, hours, ways, payments
        case deliveryFees = "delivery_fees"
    }
}

/// Builds a report from sales that are added one by one.
public struct SalesReportBuilder: Sendable {
    private let calendar: Calendar
    private var total = SalesSum()
    private var cancelled = SalesSum()
    private var refunds = SalesSum()
    private var (vat, deliveryFees) = (0, 0)
    private var items: [OrderedItem: SalesReport.Item] = [:]
    private var counters: [SalesCounter: SalesReport.Counter] = [:]
    private var hours: [Int: SalesReport.Hour] = [:]
    private var ways: [Fulfillment: SalesReport.Way] = [:]
    private var payments: [Sale.Payment: SalesReport.Payment] = [:]

    public init(in zone: TimeZone) {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        self.calendar = calendar
    }

    public mutating func add(_ order: Order) { add(Sale(order), at: order.placedAt) }

    /// Adds a sale, which counts for the hour of `time`.
    public mutating func add(_ sale: Sale, at time: Date) { add(sale, times: 1, at: time) }

    /// Adds what changed of a sale that an earlier report has as `before`.
    public mutating func add(_ before: Sale, changedTo after: Sale, at time: Date) {
        add(before, times: -1, at: time)
        add(after, times: 1, at: time)
    }

    private mutating func add(_ sale: Sale, times factor: Int, at time: Date) {
        if let amount = sale.cancelled { cancelled.add(factor, for: Won(factor * amount.amount)) }
        if sale.refunded.amount > 0 { refunds.add(factor, for: Won(factor * sale.refunded.amount)) }
        guard !sale.lines.isEmpty else { return }
        let (hour, amount) = (calendar.component(.hour, from: time), Won(factor * sale.total.amount))
        total.add(factor, for: amount)
        vat += factor * TaxedSum(of: sale.total).vat.amount
        deliveryFees += factor * sale.deliveryFee.amount
        hours[hour, default: .init(hour: hour, sum: SalesSum())].sum.add(factor, for: amount)
        ways[sale.receive, default: .init(receive: sale.receive, sum: SalesSum())].sum.add(factor, for: amount)
        payments[sale.payment, default: .init(payment: sale.payment, sum: SalesSum())].sum.add(factor, for: amount)
        for line in sale.lines { add(line, times: factor) }
    }

    private mutating func add(_ line: OrderLine, times factor: Int) {
        let (counter, pieces) = (line.item.counter, factor * line.quantity)
        let amount = Won(factor * line.total.amount)
        counters[counter, default: SalesReport.Counter(counter: counter, sum: SalesSum())].sum.add(pieces, for: amount)
        // Orders from before items were stored have an empty id, so their items are identified by title.
        let key = line.item.id.isEmpty ? OrderedItem(counter, "\0\(line.title)") : line.item
        let new = SalesReport.Item(counter: counter, item: line.item.id, title: line.title, sum: SalesSum())
        items[key, default: new].title = line.title
        items[key]?.titleInEnglish = line.titleInEnglish
        items[key]?.sum.add(pieces, for: amount)
    }

    /// The report of what was added. What adds up to nothing is not part of it.
    public var report: SalesReport {
        SalesReport(
            total: total, vat: Won(vat), deliveryFees: Won(deliveryFees), cancelled: cancelled, refunds: refunds,
            items: items.values.filter { !$0.sum.isZero }
                .sorted { ($1.sum.amount, $0.title, $0.item) < ($0.sum.amount, $1.title, $1.item) },
            counters: counters.values.filter { !$0.sum.isZero }
                .sorted { ($1.sum.amount, $0.counter.rawValue) < ($0.sum.amount, $1.counter.rawValue) },
            hours: hours.values.filter { !$0.sum.isZero }.sorted { $0.hour < $1.hour },
            ways: Fulfillment.allCases.compactMap { ways[$0] }.filter { !$0.sum.isZero },
            payments: Sale.Payment.allCases.compactMap { payments[$0] }.filter { !$0.sum.isZero })
    }
}

/// The sales of one business day: the response to `GET /reports/day`.
public struct DayReport: Hashable, Sendable, Codable {
    public let date: Day
    /// When the next business day begins; `nil` for a day that the shop's zone left out.
    public let ends: Date?
    public let report: SalesReport

    public init(date: Day, ends: Date? = nil, report: SalesReport) {
        (self.date, self.ends, self.report) = (date, ends, report)
    }

    private enum CodingKeys: CodingKey { case date, ends }

    /// Decodes the report's own keys with `date`, as "2026-11-22", and `ends` beside them.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        guard let date = Day(dashed: try values.decode(String.self, forKey: .date)) else {
            throw DecodingError.dataCorruptedError(forKey: .date, in: values, debugDescription: "not a day")
        }
        self.init(
            date: date, ends: try values.decodeIfPresent(WireTime.self, forKey: .ends)?.wrappedValue,
            report: try SalesReport(from: decoder))
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(date.dashed, forKey: .date)
        try values.encodeIfPresent(ends.map(WireTime.init), forKey: .ends)
        try report.encode(to: encoder)
    }
}

// The dashed date format of reports.
extension Day {
    /// Parses "2026-11-22". Returns `nil` for anything else.
    public init?(dashed text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.map(\.utf8.count) == [4, 2, 2] else { return nil }
        self.init(text: parts.joined())
    }

    /// The dashed form: "2026-11-22".
    public var dashed: String { "\(text.prefix(4))-\(text.dropFirst(4).prefix(2))-\(text.suffix(2))" }
}
