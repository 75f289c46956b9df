import Foundation

/// A closing of the till: the orders since the closing before, and what was booked for orders of earlier ones. It never
/// changes: what becomes of its orders later is part of the next one.
public struct Closing: Hashable, Sendable, Identifiable {
    /// Counts the shop's closings from 1.
    public let number: Int
    /// The time of the closing before; `nil` for the first one.
    public let from: Date?
    public let to: Date
    /// The numbers of the orders that were placed meanwhile.
    public let orders: Range<Int>
    /// What was in the till, besides the change that it began with; `nil` if nobody counted.
    public let cashCounted: Won?
    public let report: SalesReport

    public init(
        number: Int, from: Date?, to: Date, orders: Range<Int>, cashCounted: Won?, report: SalesReport
    ) {
        (self.number, self.from, self.to, self.orders) = (number, from, to, orders)
        (self.cashCounted, self.report) = (cashCounted, report)
    }

    public var id: Int { number }

    /// What was paid in cash, without what was given back of it.
    public var cashExpected: Won { report.payments.first { $0.payment == .cash }?.sum.amount ?? Won(0) }

    /// What was counted beyond what was expected: negative if some is missing.
    public var cashDifference: Won? { cashCounted.map { Won($0.amount - cashExpected.amount) } }

    /// The amounts that a till may hold.
    public static let cash = 0...1_000_000_000
}

extension Closing: Codable {
    private enum CodingKeys: String, CodingKey {
        case number, from, to
        case firstOrder = "first_order"
        case lastOrder = "last_order"
        case cashExpected = "cash_expected"
        case cashCounted = "cash_counted"
        case cashDifference = "cash_difference"
    }

    /// Decodes the report's own keys with those of the closing beside them.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let (first, last) = (
            try values.decode(Int.self, forKey: .firstOrder), try values.decode(Int.self, forKey: .lastOrder)
        )
        guard first <= last + 1, last < .max else {
            throw DecodingError.dataCorruptedError(forKey: .lastOrder, in: values, debugDescription: "before the first")
        }
        self.init(
            number: try values.decode(Int.self, forKey: .number),
            from: try values.decodeIfPresent(WireTime.self, forKey: .from)?.wrappedValue,
            to: try values.decode(WireTime.self, forKey: .to).wrappedValue, orders: first..<last + 1,
            cashCounted: try values.decodeIfPresent(Won.self, forKey: .cashCounted),
            report: try SalesReport(from: decoder))
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(number, forKey: .number)
        try values.encodeIfPresent(from.map(WireTime.init), forKey: .from)
        try values.encode(WireTime(wrappedValue: to), forKey: .to)
        try values.encode(orders.lowerBound, forKey: .firstOrder)
        try values.encode(orders.upperBound - 1, forKey: .lastOrder)
        try values.encode(cashExpected, forKey: .cashExpected)
        try values.encodeIfPresent(cashCounted, forKey: .cashCounted)
        try values.encodeIfPresent(cashDifference, forKey: .cashDifference)
        try report.encode(to: encoder)
    }
}

/// The body of `POST /reports/closings`.
public struct ClosingRequest: Hashable, Sendable, Codable {
    public let cashCounted: Won?

    public init(cashCounted: Won?) { self.cashCounted = cashCounted }

    private enum CodingKeys: String, CodingKey {
        case cashCounted = "cash_counted"
    }
}

/// A page of closings, newest first: the response to `GET /reports/closings`.
public struct ClosingList: Hashable, Sendable, Codable {
    public let closings: [Closing]
    /// The number of all closings.
    public let count: Int

    public init(_ closings: [Closing], count: Int) { (self.closings, self.count) = (closings, count) }
}
