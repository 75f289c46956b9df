import Domain
import Foundation
import ShopHTTP

/// What a server says to an order.
public enum OrderAnswer: Hashable, Sendable {
    case stored(PlacedOrder?)
    /// Not as it is, whenever it is sent again; `price` is what one costs by now, where that is why.
    case refused(status: Int, price: Won?)
    /// Not now: the server is busy, or not well. It may say how long it wants to be left alone.
    case later(status: Int, after: Duration?)
}

/// Where orders are placed; tests put one of their own in its place.
public struct OrderClient: Sendable {
    /// Sends an order. Throws where the server did not answer, so that nobody knows whether it has the order.
    public let place: @Sendable (_ order: PendingOrder) async throws(FetchFailure) -> OrderAnswer

    public init(place: @escaping @Sendable (_ order: PendingOrder) async throws(FetchFailure) -> OrderAnswer) {
        self.place = place
    }

    /// A guest waits for it, so not for long: what is not answered by then is sent again later.
    public static let limits = HTTPLimits(bodyBytes: 64 << 10, idle: .seconds(7), deadline: .seconds(7))

    /// The counter of the shop at `address`, which is asked for at each order; `nil` where there is none.
    public static func http(
        client: HTTPClient, address: @escaping @Sendable () async -> ShopAddress?, limits: HTTPLimits = limits
    ) -> OrderClient {
        OrderClient { order async throws(FetchFailure) in
            guard let url = await address()?.orders, let body = order.body else { throw .unreachable }
            let headers = [
                "Content-Type": "application/json", "Idempotency-Key": order.draft.key.uuidString.lowercased(),
                "Banchan-Session": order.session.uuidString.lowercased(),
            ]
            let call = HTTPCall(.post, url, headers: headers, body: body)
            return OrderAnswer(try await client.send(call, limits: limits))
        }
    }

    /// Nobody takes orders.
    public static let none = OrderClient { _ async throws(FetchFailure) in throw .unreachable }
}

extension OrderAnswer {
    /// Longer than this no server is left alone.
    private static let longestRetryAfter = 300
    /// More than any dish costs, so that sums stay far from overflow.
    private static let highestPrice = 1_000_000_000

    private struct Refusal: Decodable {
        let price: Int?
        private enum CodingKeys: String, CodingKey { case price = "unit_price" }
    }

    init(_ answer: HTTPAnswer) {
        switch answer.status {
        case 201: self = .stored(OrderAnswer.order(in: answer.body))
        case 200:
            // Something between here and the shop may say 200 to everything: only an order is an order.
            let order = OrderAnswer.order(in: answer.body)
            self = order.map { .stored($0) } ?? .later(status: 200, after: nil)
        case 408, 425, 429:
            self = .later(status: answer.status, after: OrderAnswer.retryAfter(answer.header("Retry-After")))
        case 409: self = .refused(status: 409, price: OrderAnswer.price(in: answer.body))
        case 400..<500: self = .refused(status: answer.status, price: nil)
        default: self = .later(status: answer.status, after: OrderAnswer.retryAfter(answer.header("Retry-After")))
        }
    }

    private static func order(in body: Data) -> PlacedOrder? { try? JSONDecoder().decode(PlacedOrder.self, from: body) }

    private static func price(in body: Data) -> Won? {
        guard let price = (try? JSONDecoder().decode(Refusal.self, from: body))?.price else { return nil }
        return (0...highestPrice).contains(price) ? Won(price) : nil
    }

    /// How long a server that says so in `Retry-After` wants to be left alone.
    static func retryAfter(_ header: String?) -> Duration? {
        header.flatMap { Int($0) }.map { .seconds(min(max(0, $0), longestRetryAfter)) }
    }
}
