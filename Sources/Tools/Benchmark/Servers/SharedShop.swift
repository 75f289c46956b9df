import Foundation
import PostgreSQLServer

/// Two servers of one shop, with a PostgreSQL of their own that syncs to disk.
struct SharedShop {
    let server: PostgreSQLServer
    let database: String
    let first: ServingShop
    let second: ServingShop

    /// Starts PostgreSQL with `settings`, and two servers with their files below `place`.
    static func open(below place: URL, settings: [String] = []) throws -> SharedShop {
        let server = try PostgreSQLServer(settings: settings)
        let database = try server.newDatabase()
        let address = server.address(of: database)
        let first = try ServingShop.open(below: place, with: ["juice"], database: address)
        do {
            let second = try ServingShop.open(below: place, with: ["juice"], database: address)
            return SharedShop(server: server, database: database, first: first, second: second)
        } catch {
            try first.close()
            throw error
        }
    }

    func close() throws {
        try first.close()
        try second.close()
    }
}
