import Foundation
import GRDB

/// The schema and properties of a database file, without the rows that were written to it.
public struct DatabasePlan: Equatable {
    public let properties: [String]
    /// The statements of all tables and indexes by name, without the spaces in which two ways of writing one differ.
    public let objects: [String]

    public init(ofDatabaseAt path: String) async throws {
        (properties, objects) = try await database(at: path).read { db in
            let properties = try [
                "user_version", "application_id", "page_size", "page_count", "encoding", "auto_vacuum", "journal_mode",
                "quick_check",
            ]
            .map { "\($0): \(try String.fetchOne(db, sql: "PRAGMA \($0)") ?? "")" }
            let objects = try String.fetchAll(
                db, sql: "SELECT name || ': ' || coalesce(sql, '') FROM sqlite_master ORDER BY name")
            return (properties, objects.map { String($0.filter { !$0.isWhitespace }) })
        }
    }
}

/// Returns what SQLite finds wrong with a database file; empty if it is whole.
public func damage(ofDatabaseAt path: String) throws -> [String] {
    try database(at: path).read { try String.fetchAll($0, sql: "PRAGMA integrity_check") }.filter { $0 != "ok" }
}

/// Opens a database as another program would, with a timeout that waits for a store that is just being closed.
public func database(at path: String) throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.busyMode = .timeout(10)
    return try DatabaseQueue(path: path, configuration: configuration)
}
