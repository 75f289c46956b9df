import Foundation
import TerminalText

/// How many were sold, and for how much.
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

/// What was sold: the sum of some orders, those that were cancelled apart. Counts of items and counters are of pieces,
/// all others of orders.
///
/// The amounts of all items and the delivery fees are `total`; so are those of all counters with the fees, and those of
/// all hours.
public struct SalesReport: Hashable, Sendable, Codable {
    /// Something that was sold, under the title of the last order of it.
    public struct Item: Hashable, Sendable, Codable {
        public let counter: SalesCounter
        /// As in `OrderLine`.
        public let item: String
        public fileprivate(set) var title: PlainText
        public fileprivate(set) var sum: SalesSum
    }

    public struct Counter: Hashable, Sendable, Codable {
        public let counter: SalesCounter
        public fileprivate(set) var sum: SalesSum
    }

    public struct Hour: Hashable, Sendable, Codable {
        /// 0 to 23, where the shop stands.
        public let hour: Int
        public fileprivate(set) var sum: SalesSum
    }

    public let total: SalesSum
    public let deliveryFees: Won
    public let cancelled: SalesSum
    /// Dearest first.
    public let items: [Item]
    /// Dearest first.
    public let counters: [Counter]
    /// Those in which something was sold, from 0 to 23.
    public let hours: [Hour]

    private enum CodingKeys: String, CodingKey {
        case total, cancelled, items, counters, hours
        case deliveryFees = "delivery_fees"
    }
}

/// Sums up orders, one after the other.
public struct SalesReportBuilder: Sendable {
    private let calendar: Calendar
    private var total = SalesSum()
    private var cancelled = SalesSum()
    private var deliveryFees = 0
    private var items: [OrderedItem: SalesReport.Item] = [:]
    private var counters: [SalesCounter: SalesReport.Counter] = [:]
    private var hours: [Int: SalesReport.Hour] = [:]

    /// Hours are those of `zone`.
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
        // Items of old orders are told apart by their titles.
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

/// The answer to `GET /reports/day`: what was ordered on one day where the shop stands.
public struct DayReport: Hashable, Sendable, Codable {
    public let date: Day
    public let report: SalesReport

    public init(date: Day, report: SalesReport) {
        self.date = date
        self.report = report
    }

    private enum CodingKeys: CodingKey { case date }

    /// On the wire `date` stands beside the report's own keys, as "2026-11-22".
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

// Days as people write them for reports.
extension Day {
    /// Reads "2026-11-22"; `nil` for anything else.
    public init?(dashed text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.map(\.utf8.count) == [4, 2, 2] else { return nil }
        self.init(text: parts.joined())
    }

    /// As "2026-11-22".
    public var dashed: String { "\(text.prefix(4))-\(text.dropFirst(4).prefix(2))-\(text.suffix(2))" }

    /// From the first moment of the day to that of the next one in `zone`; `nil` where a calendar cannot tell.
    public func times(in zone: TimeZone) -> Range<Date>? {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        let noon = DateComponents(year: year, month: month, day: day, hour: 12)
        guard let interval = calendar.date(from: noon).flatMap({ calendar.dateInterval(of: .day, for: $0) })
        else { return nil }
        return interval.start..<interval.end
    }
}
