import Domain
import Foundation
import Storage
import TestPeers
import TestSupport

/// A database for several servers.
struct SharedShop: Sendable {
    enum Kind: CaseIterable {
        case sqlite, postgreSQL
    }

    let scratch: Scratch
    let database: String
    private let ordered: OrderedDish

    init(_ kind: Kind) async throws {
        scratch = try Scratch()
        switch kind {
        case .sqlite: database = scratch.url.appending(path: "shop.sqlite").path
        case .postgreSQL:
            database = try await onOwnThread {
                let server = try PostgreSQLServer.shared.get()
                return server.address(of: try server.newDatabase())
            }
        }
        ordered = try OrderedDish()
    }

    func server(
        announcingTo slack: FakeSlack? = nil, _ arguments: [String] = [], environment: [String: String] = [:]
    ) async throws -> ServingProgram {
        var all = scratch.environment.merging(environment) { $1 }
        all["BANCHAN_WEBHOOK_URL"] = slack?.url
        return try await .banchan(database: database, arguments, environment: all)
    }

    func order(who: String = "지훈") -> OrderRequest { ordered.order(who: who) }

    /// Returns all stored orders.
    func orders() async throws -> [Order] { try await SharedShop.orders(in: database) }

    /// Returns all orders stored in `database`.
    static func orders(in database: String) async throws -> [Order] {
        let store: any Store =
            if PostgreSQLAddress.isAddress(database) {
                try PostgreSQLStore(at: PostgreSQLAddress(database))
            } else {
                try SQLiteStore(at: database)
            }
        let orders = try await store.read { try $0.orders(after: 0, limit: .max) }
        await store.close()
        return orders
    }
}
