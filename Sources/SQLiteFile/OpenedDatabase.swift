import CSQLite
import GRDB

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

    /// Runs a checkpoint. Returns whether it succeeded.
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
}
