import CDatabase
import GRDB
import NIOConcurrencyHelpers

/// A database that was just opened, with the state of its files at that time.
public struct OpenedDatabase: Sendable {
    public let queue: DatabaseQueue
    let files: DatabaseFiles
}

extension DatabaseQueue {
    /// Closes the database without a checkpoint. By default SQLite would write the log into the database, which is
    /// wrong if either of the two files has changed.
    func closeLeavingFiles() {
        writeWithoutTransaction { db in
            if let connection = db.sqliteConnection { csqlite_leave_files_on_close(connection) }
        }
        try? close()
    }

    /// How a checkpoint writes the log into the database.
    enum Checkpoint: String {
        case passive = "PASSIVE"
        /// Writes the whole log and truncates it, waiting for other connections.
        case truncate = "TRUNCATE"
    }

    @discardableResult func checkpoint(_ kind: Checkpoint) -> Bool {
        let row = try? writeWithoutTransaction { db in
            try Row.fetchOne(db, sql: "PRAGMA wal_checkpoint(\(kind.rawValue))")
        }
        return row?[0] == 0
    }

    /// Writes to the first page without changing its contents. SQLite counts that as a change, so the file that is
    /// written next differs from every copy that was ever made of it.
    func touch() throws {
        try immediately { db in
            let version = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
            try db.execute(sql: "PRAGMA user_version = \(version)")
        }
    }

    /// Returns what `body` returns, run in a transaction that takes the write lock at its beginning: one that takes it
    /// later can be refused although no other program is writing any more.
    public func immediately<Outcome>(_ body: (Database) throws -> Outcome) throws -> Outcome {
        try writeWithoutTransaction { db in
            var outcome: Outcome?
            try db.inTransaction(.immediate) {
                outcome = try body(db)
                return .commit
            }
            guard let outcome else { throw DatabaseError(resultCode: .SQLITE_MISUSE) }
            return outcome
        }
    }
}

/// Keeps connections that are no longer used, such as those to files that were refused, because closing one would wake
/// the process every second from then on.
enum UnusedConnections {
    /// The limit if opening fails again and again; beyond it, the oldest connection is closed after all.
    private static let limit = 16

    private static let kept = NIOLockedValueBox<[DatabaseQueue]>([])

    static func keep(_ connection: DatabaseQueue) {
        let gone = kept.withLockedValue { kept -> DatabaseQueue? in
            kept.append(connection)
            return kept.count > limit ? kept.removeFirst() : nil
        }
        withExtendedLifetime(gone) {}
    }
}
