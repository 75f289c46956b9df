import Domain
import Foundation
import ShopApp
import ShopClient
import ShopHTTP
import Storage

/// Where orders are read from.
protocol OrderSource: Sendable {
    /// At most `limit` orders, oldest first, that came after the one with the number `id`.
    func orders(after id: Int, limit: Int) async throws(CommandProblem) -> [Order]
}

/// The orders that are kept on this device.
struct OrdersInDatabase: OrderSource {
    let store: any Store
    let path: String

    func orders(after id: Int, limit: Int) async throws(CommandProblem) -> [Order] {
        do {
            return try await store.read { try $0.orders(after: id, limit: limit) }
        } catch {
            throw .ledger(path: path, error as? StoreError ?? .system(code: 0))
        }
    }
}

/// The orders of a server, which shows them to its keeper.
struct OrdersAtServer: OrderSource {
    let client: HTTPClient
    let address: ShopAddress
    let token: Secret

    /// More bytes than that many orders have.
    private static let limits = HTTPLimits(bodyBytes: 4 << 20, redirects: 0)

    func orders(after id: Int, limit: Int) async throws(CommandProblem) -> [Order] {
        guard let url = URL(string: "\(address)/orders?after=\(id)&limit=\(limit)") else {
            throw .orders(.unreachable)
        }
        let answer: HTTPAnswer
        do throws(FetchFailure) {
            let headers = ["Authorization": "Bearer \(token.revealed)"]
            answer = try await client.get(url, headers: headers, limits: OrdersAtServer.limits)
        } catch {
            throw .orders(error)
        }
        switch answer.status {
        case 200: break
        case 401, 403: throw .wrongKeeperToken
        default: throw .orders(.status(answer.status))
        }
        guard let orders = try? JSONDecoder().decode([Order].self, from: answer.body) else {
            throw .orders(.body(.notJSON))
        }
        // A server that shows the same ones for ever is not followed.
        return orders.filter { $0.id > id }.sorted { $0.id < $1.id }
    }
}
