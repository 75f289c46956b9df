import Domain
import Foundation
import ShopHTTP

/// Places orders; tests substitute their own.
public struct OrderClient: Sendable {
    /// Sends an order. Returns soon after its task is cancelled, with any result.
    public let place: @Sendable (_ order: PendingOrder) async -> WriteResult<OrderReceipt>

    public init(place: @escaping @Sendable (_ order: PendingOrder) async -> WriteResult<OrderReceipt>) {
        self.place = place
    }

    /// Returns a client of the shop at `address`.
    public static func http(
        client: HTTPClient, address: @escaping @Sendable () async -> ShopAddress?,
        limits: HTTPLimits = WriteSender.limits
    ) -> OrderClient {
        let sender = WriteSender(client: client, limits: limits, address: address)
        return OrderClient { order in await sender.send(order.write) }
    }

    /// A client without a shop.
    public static let none = OrderClient { _ in .unanswered(.unreachable) }
}
