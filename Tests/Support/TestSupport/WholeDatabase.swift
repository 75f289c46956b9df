import GRDB

/// Returns what SQLite finds wrong with a database file; empty if it is whole.
public func damage(ofDatabaseAt path: String) throws -> [String] {
    var configuration = Configuration()
    // A program that is just closing the file may hold a lock.
    configuration.busyMode = .timeout(10)
    return try DatabaseQueue(path: path, configuration: configuration).read {
        try String.fetchAll($0, sql: "PRAGMA integrity_check")
    }.filter { $0 != "ok" }
}
