import Domain
import Foundation
import ShopServer
import Storage

/// A shop's server that accepts orders, with a store that outlives it.
final class OrderingServer: Sendable {
    let store: SQLiteStore
    let scratch: Scratch

    init() throws {
        scratch = try Scratch()
        store = try SQLiteStore(at: scratch.url.appending(path: "shop.sqlite").path)
    }

    /// The token of this shop's keeper.
    static let keeperToken = "token-of-the-ordering-shops-keeper"

    func open(
        port: Int = 0, configure: (inout ShopServer.Configuration) -> Void = { _ in }
    ) async throws -> CountingServer {
        try await CountingServer(
            port: port, store: store, keeperToken: OrderingServer.keeperToken, configure: configure)
    }

    /// Returns all stored orders.
    func orders() async throws -> [Order] {
        try await store.read { try $0.orders(after: 0, limit: .max) }
    }
}

extension Scratch {
    /// Returns the files of the orders that wait on this device for the shop on that port.
    func waitingOrders(port: Int) -> [String] {
        let directory = url.appending(path: "data/banchan/orders/http_3a_2f_2f127.0.0.1_3a\(port)")
        let names = (try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? []
        return names.filter { $0.hasSuffix(".json") && !$0.hasPrefix(".") }
    }
}
