import Domain
import Foundation
import ShopApp
import ShopClient
import ShopHTTP
import Storage

protocol OrderSource: Sendable {
    /// Returns at most `limit` orders after the one with the number `id`, oldest first.
    func orders(after id: Int, limit: Int) async throws(CommandProblem) -> [Order]

    func order(_ id: Int) async throws(CommandProblem) -> Order?

    /// Returns the orders about which messages are held up, oldest first.
    func undelivered() async throws(CommandProblem) -> [UndeliveredOrder]

    /// Schedules the failed messages about `orders`, or all if `nil`, to be sent again. Returns the orders' numbers.
    func resend(_ orders: [Int]?) async throws(CommandProblem) -> [Int]
}

struct DatabaseOrderSource: OrderSource {
    let store: any Store
    /// The database's location, as shown to the user.
    let path: String

    func orders(after id: Int, limit: Int) async throws(CommandProblem) -> [Order] {
        try await reported { try await store.read { try $0.orders(after: id, limit: limit) } }
    }

    func order(_ id: Int) async throws(CommandProblem) -> Order? {
        try await reported { try await store.read { try $0.order(id) } }
    }

    func undelivered() async throws(CommandProblem) -> [UndeliveredOrder] {
        try await reported { try await store.read { try $0.undeliveredOrders() } }
    }

    /// Returns how many messages are held up and since when, or `nil` if none is.
    func backlog() async throws(CommandProblem) -> OutboxBacklog? {
        try await reported { try await store.read { try $0.outboxBacklog() } }
    }

    func resend(_ orders: [Int]?) async throws(CommandProblem) -> [Int] {
        try await reported { try await store.transaction { try $0.resendFailed(orders: orders) } }
    }

    private func reported<Value>(_ body: () async throws -> Value) async throws(CommandProblem) -> Value {
        do {
            return try await body()
        } catch {
            throw .database(path: path, error as? StoreError ?? .system(code: 0))
        }
    }
}

/// The orders on a server, which only its keeper may read.
struct RemoteOrderSource: OrderSource {
    let client: HTTPClient
    let address: ShopAddress
    let token: Secret

    /// The body limit is larger than any page of orders.
    private static let limits = HTTPLimits(bodyBytes: 16 << 20, redirects: 0)

    func orders(after id: Int, limit: Int) async throws(CommandProblem) -> [Order] {
        let orders: [Order] = try await ask(.get, "orders?after=\(id)&limit=\(limit)") ?? []
        // A server that returned the same orders forever would cause an endless loop.
        return orders.filter { $0.id > id }.sorted { $0.id < $1.id }
    }

    func order(_ id: Int) async throws(CommandProblem) -> Order? { try await ask(.get, "orders/\(id)") }

    func undelivered() async throws(CommandProblem) -> [UndeliveredOrder] {
        try await ask(.get, "orders/undelivered") ?? []
    }

    func resend(_ orders: [Int]?) async throws(CommandProblem) -> [Int] {
        let resent: OrderNumbers? = try await ask(.post, "orders/resends", body: OrderNumbers(orders: orders))
        return resent?.orders ?? []
    }

    /// Returns the server's answer, or `nil` for a 404.
    private func ask<Answer: Decodable>(
        _ method: HTTPCall.Method, _ path: String, body: (some Encodable)? = String?.none
    ) async throws(CommandProblem) -> Answer? {
        guard let url = URL(string: "\(address)/\(path)") else { throw .orders(.unreachable) }
        var call = HTTPCall(method, url, headers: ["Authorization": "Bearer \(token.revealed)"])
        call.body = body.flatMap { try? JSONEncoder().encode($0) }
        if body != nil { call.headers["Idempotency-Key"] = UUID().uuidString }
        let answer: HTTPAnswer
        do throws(FetchFailure) {
            answer = try await client.send(call, limits: RemoteOrderSource.limits)
        } catch {
            throw .orders(error)
        }
        switch answer.status {
        case 200: break
        case 401, 403: throw .wrongKeeperToken
        case 404: return nil
        default: throw .orders(.status(answer.status))
        }
        guard let value = try? JSONDecoder().decode(Answer.self, from: answer.json()) else {
            throw .orders(.body(.notJSON))
        }
        return value
    }
}
