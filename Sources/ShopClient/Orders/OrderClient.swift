import Domain
import Foundation
import ShopHTTP

/// Where orders are placed; tests put one of their own in its place.
public struct OrderClient: Sendable {
    /// Sends an order. Returns soon after its task is cancelled, with anything.
    public let place: @Sendable (_ order: PendingOrder) async -> WriteResult<PlacedOrder>

    public init(place: @escaping @Sendable (_ order: PendingOrder) async -> WriteResult<PlacedOrder>) {
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

/// Why a shop does not take an order at its price.
struct PriceChange: Decodable {
    /// More than any dish costs, so that sums stay far from overflow.
    private static let highestPrice = 1_000_000_000

    /// What one costs by now.
    let price: Won

    private enum CodingKeys: String, CodingKey { case price = "unit_price" }

    /// What a refusal with that status says; `nil` where it is about something else, or makes no sense.
    init?(status: Int, body: Data) {
        guard status == 409, let change = try? JSONDecoder().decode(PriceChange.self, from: body),
            (0...PriceChange.highestPrice).contains(change.price.amount)
        else { return nil }
        self = change
    }
}
