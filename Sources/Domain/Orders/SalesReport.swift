import Foundation
import TerminalText

public struct SalesSum: Hashable, Sendable, Codable {
    public private(set) var count: Int
    public private(set) var amount: Won

    public init(count: Int = 0, amount: Won = Won(0)) {
        self.count = count
        self.amount = amount
    }

    mutating func add(_ count: Int, for amount: Won) {
        self.count += count
        self.amount = Won(self.amount.amount + amount.amount)
    }
}

/// The totals of a set of orders, with cancelled ones kept separate. Items and counters count pieces; everything else
/// counts orders.
///
/// `total` equals the sum of all items plus the delivery fees, the sum of all counters plus the fees, and the sum of
/// all hours.
public struct SalesReport: Hashable, Sendable, Codable {
    /// A sold item, with the title of its last order.
    public struct Item: Hashable, Sendable, Codable {
        public let counter: SalesCounter
        /// The identifier of the item, as in `OrderLine`.
        public let item: String
        public fileprivate(set) var title: PlainText
        public fileprivate(set) var sum: SalesSum
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

    public let total: SalesSum
    public let deliveryFees: Won
    public let cancelled: SalesSum
    /// Sorted by amount, highest first.
    public let items: [Item]
    /// Sorted by amount, highest first.
    public let counters: [Counter]
    /// The hours with sales, from 0 to 23.
    public let hours: [Hour]

    private enum CodingKeys: String, CodingKey {
        case total, cancelled, items, counters, hours
        case deliveryFees = "delivery_fees"
    }
}

/// Builds a report from orders that are added one by one.
public struct SalesReportBuilder: Sendable {
    private let calendar: Calendar
    private var total = SalesSum()
    private var cancelled = SalesSum()
    private var deliveryFees = 0
    private var items: [OrderedItem: SalesReport.Item] = [:]
    private var counters: [SalesCounter: SalesReport.Counter] = [:]
    private var hours: [Int: SalesReport.Hour] = [:]

    public init(in zone: TimeZone) {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        self.calendar = calendar
    }

    public mutating func add(_ order: Order) {
        guard order.state != .cancelled else { return cancelled.add(1, for: order.total) }
        total.add(1, for: order.total)
        deliveryFees += order.deliveryFee.amount
        let hour = calendar.component(.hour, from: order.placedAt)
        hours[hour, default: SalesReport.Hour(hour: hour, sum: SalesSum())].sum.add(1, for: order.total)
        for line in order.lines { add(line) }
    }

    private mutating func add(_ line: OrderLine) {
        let counter = line.item.counter
        counters[counter, default: SalesReport.Counter(counter: counter, sum: SalesSum())].sum
            .add(line.quantity, for: line.total)
        // Orders from before items were stored have an empty id, so their items are identified by title.
        let key = line.item.id.isEmpty ? OrderedItem(counter, "\0\(line.title)") : line.item
        let new = SalesReport.Item(counter: counter, item: line.item.id, title: line.title, sum: SalesSum())
        items[key, default: new].title = line.title
        items[key]?.sum.add(line.quantity, for: line.total)
    }

    public var report: SalesReport {
        SalesReport(
            total: total, deliveryFees: Won(deliveryFees), cancelled: cancelled,
            items: items.values.sorted { ($1.sum.amount, $0.title, $0.item) < ($0.sum.amount, $1.title, $1.item) },
            counters: counters.values.sorted {
                ($1.sum.amount, $0.counter.rawValue) < ($0.sum.amount, $1.counter.rawValue)
            },
            hours: hours.values.sorted { $0.hour < $1.hour })
    }
}

/// The sales of one business day: the response to `GET /reports/day`.
public struct DayReport: Hashable, Sendable, Codable {
    public let date: Day
    public let report: SalesReport

    public init(date: Day, report: SalesReport) {
        self.date = date
        self.report = report
    }

    private enum CodingKeys: CodingKey { case date }

    /// Decodes the report's own keys with `date` beside them, as "2026-11-22".
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        guard let date = Day(dashed: try values.decode(String.self, forKey: .date)) else {
            throw DecodingError.dataCorruptedError(forKey: .date, in: values, debugDescription: "not a day")
        }
        self.init(date: date, report: try SalesReport(from: decoder))
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(date.dashed, forKey: .date)
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
