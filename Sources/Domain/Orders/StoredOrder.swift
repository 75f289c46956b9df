/// The counter of the shop at which something was ordered, by its name on the wire.
public struct SalesCounter: RawRepresentable, Hashable, Sendable, Codable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// Side dishes.
    public static let menu = SalesCounter(rawValue: "menu")
    public static let juice = SalesCounter(rawValue: "juice")
    public static let drinks = SalesCounter(rawValue: "drinks")
}

/// An order as the shop keeps it, with the counter at which it was placed: an entry of `GET /orders`. On the wire it is
/// the order's own object, with a key `counter` beside the others.
public struct StoredOrder: Hashable, Sendable, Codable, Identifiable {
    public let counter: SalesCounter
    public let order: PlacedOrder

    public init(counter: SalesCounter, order: PlacedOrder) {
        self.counter = counter
        self.order = order
    }

    public var id: Int { order.id }

    private enum CodingKeys: CodingKey { case counter }

    public init(from decoder: any Decoder) throws {
        counter = try decoder.container(keyedBy: CodingKeys.self).decode(SalesCounter.self, forKey: .counter)
        order = try PlacedOrder(from: decoder)
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(counter, forKey: .counter)
        try order.encode(to: encoder)
    }
}
