import Foundation
import PostgreSQLServer

/// Two servers of one shop on a PostgreSQL of their own, which waits for the disk.
struct SharedShop {
    let server: PostgreSQLServer
    let database: String
    let first: ServingShop
    let second: ServingShop

    /// The servers' files lie below `place`. `settings` are the database's.
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
