import Domain
import Foundation
import ShopApp
import ShopClient
import ShopHTTP
import Storage
import TerminalText

protocol OrderSource: Sendable {
    /// What the shop says of itself; the defaults if it cannot be asked.
    var shop: ShopProfile { get async }

    /// Returns at most `limit` of the orders that `query` asks for, after the one with the number `id`, in the order of
    /// their numbers. Fewer are the last ones.
    func orders(_ query: OrderQuery, after id: Int, limit: Int) async throws(CommandProblem) -> [Order]

    func order(_ id: Int) async throws(CommandProblem) -> Order?

    /// Returns the orders about which messages are held up, oldest first.
    func undelivered() async throws(CommandProblem) -> [UndeliveredOrder]

    /// Schedules the failed messages about `orders`, or all if `nil`, to be sent again. Returns the orders' numbers.
    func resend(_ orders: [Int]?) async throws(CommandProblem) -> [Int]

    /// Has the order printed again by those printers, or by all if `nil`. Returns their names.
    func printAgain(_ id: Int, on printers: [String]?) async throws(CommandProblem) -> [String]
}

struct DatabaseOrderSource: OrderSource {
    let store: any Store
    /// The database's location, as shown to the user.
    let path: String

    /// That of the shop whose server used the database last; the defaults, with this device's zone, if none did.
    var shop: ShopProfile {
        get async {
            let shop = try? await store.read { try $0.sectionContents()[.shop] }
            let profile = shop.flatMap { try? JSONDecoder().decode(ShopProfile.self, from: Data($0.utf8)) }
            return profile ?? ShopProfile()
        }
    }

    func orders(_ query: OrderQuery, after id: Int, limit: Int) async throws(CommandProblem) -> [Order] {
        guard let filter = await OrderFilter(query, in: shop.calendar, now: .now) else { return [] }
        return try await reported {
            try await store.read { try $0.orders(matching: filter, after: id, limit: limit) }
        }
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

    func printAgain(_ id: Int, on printers: [String]?) async throws(CommandProblem) -> [String] {
        guard try await order(id) != nil else { throw .noOrder(id) }
        return try await reported { try await store.transaction { try $0.printAgain(order: id, on: printers) } }
    }

    func printers() async throws(CommandProblem) -> [PrinterState] {
        try await reported { try await store.read { try $0.printers() } }
    }

    private func reported<Value>(_ body: () async throws -> Value) async throws(CommandProblem) -> Value {
        do {
            return try await body()
        } catch {
            // The store knows more than the error says, such as who holds the database.
            if error is StoreError, let trouble = await store.examine(tries: true) { throw .databaseTrouble(trouble) }
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

    var shop: ShopProfile { get async { await address.profile(asking: client) } }

    func orders(_ query: OrderQuery, after id: Int, limit: Int) async throws(CommandProblem) -> [Order] {
        let orders: [Order] =
            try await ask(.get, "orders", query.parameters + [("after", "\(id)"), ("limit", "\(limit)")]) ?? []
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

    func printAgain(_ id: Int, on printers: [String]?) async throws(CommandProblem) -> [String] {
        let queued: PrinterNames? = try await ask(
            .post, "orders/\(id)/tickets", body: PrinterNames(printers: printers))
        guard let queued else { throw .noOrder(id) }
        return queued.printers ?? []
    }

    /// Returns the server's answer, or `nil` for a 404.
    private func ask<Answer: Decodable>(
        _ method: HTTPCall.Method, _ path: String, _ parameters: [(name: String, value: String)] = [],
        body: (some Encodable)? = String?.none
    ) async throws(CommandProblem) -> Answer? {
        guard let url = URL(string: "\(address)/\(path)")?.appending(parameters) else { throw .orders(.unreachable) }
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

extension ShopAddress {
    /// Returns what the shop says of itself, or the defaults with this device's zone.
    func profile(asking client: HTTPClient) async -> ShopProfile {
        guard let url = url(for: .shop),
            let answer = try? await client.send(HTTPCall(.get, url)),
            answer.status == 200, let profile = try? JSONDecoder().decode(ShopProfile.self, from: answer.json())
        else { return ShopProfile() }
        return profile
    }
}

extension OrderQuery {
    /// The parameters of the request for these orders.
    fileprivate var parameters: [(name: String, value: String)] {
        let all = [("since", since?.text), ("until", until?.text), ("state", state?.rawValue), ("q", text?.string)]
        return all.compactMap { name, value in value.map { (name, $0) } }
    }
}

extension URL {
    fileprivate func appending(_ parameters: [(name: String, value: String)]) -> URL {
        parameters.isEmpty
            ? self : appending(queryItems: parameters.map { URLQueryItem(name: $0.name, value: $0.value) })
    }
}
