import Foundation

/// An order whose message the webhook rejected permanently: an entry of `GET /orders/undelivered`.
public struct UndeliveredOrder: Hashable, Sendable, Codable {
    public let order: Order
    /// The number of times that the message was sent.
    public let attempts: Int
    @WireTime public var failedAt: Date

    public init(order: Order, attempts: Int, failedAt: Date) {
        self.order = order
        self.attempts = attempts
        _failedAt = WireTime(wrappedValue: failedAt)
    }

    private enum CodingKeys: String, CodingKey {
        case order, attempts
        case failedAt = "failed_at"
    }
}

/// A list of order numbers: the body of `POST /orders/resends`, where `nil` means all failed ones, and its response.
public struct OrderNumbers: Hashable, Sendable, Codable {
    public let orders: [Int]?

    public init(orders: [Int]?) { self.orders = orders }
}
