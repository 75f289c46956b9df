import Domain
import Foundation
import ShopHTTP

/// Where orders are placed; tests put one of their own in its place.
public struct OrderClient: Sendable {
    /// Sends an order. Returns soon after its task is cancelled, with anything.
    public let place: @Sendable (_ order: PendingOrder) async -> WriteResult<OrderReceipt>

    public init(place: @escaping @Sendable (_ order: PendingOrder) async -> WriteResult<OrderReceipt>) {
        self.place = place
    }

    /// The orders of the shop at `address`.
    public static func http(
        client: HTTPClient, address: @escaping @Sendable () async -> ShopAddress?,
        limits: HTTPLimits = WriteSender.limits
    ) -> OrderClient {
        let sender = WriteSender(client: client, limits: limits, address: address)
        return OrderClient { order in await sender.send(order.write) }
    }

    /// Nobody takes orders.
    public static let none = OrderClient { _ in .unanswered(.unreachable) }
}
