import Foundation

/// An order of which the webhook refused the message for good: an entry of `GET /orders/undelivered`.
public struct UndeliveredOrder: Hashable, Sendable, Codable {
    public let order: Order
    /// How often the message was sent.
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

/// Names orders by their numbers: the body of `POST /orders/resends`, where `nil` means all that failed, and its answer.
public struct OrderNumbers: Hashable, Sendable, Codable {
    public let orders: [Int]?

    public init(orders: [Int]?) { self.orders = orders }
}
