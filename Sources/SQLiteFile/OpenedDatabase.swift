import CSQLite
import GRDB

/// A database that was just opened, with what its files were then.
public struct OpenedDatabase: Sendable {
    public let queue: DatabaseQueue
    let files: DatabaseFiles
}

extension DatabaseQueue {
    /// Closes it so that its files stay as they are: otherwise, SQLite would write the log into the database, which is
    /// wrong where one of the two is not what it was.
    func closeLeavingFiles() {
        writeWithoutTransaction { db in
            if let connection = db.sqliteConnection { csqlite_leave_files_on_close(connection) }
        }
        try? close()
    }

    /// Writes the log into the database, as far as nobody still reads what was there before.
    enum Checkpoint: String {
        case passive = "PASSIVE"
        /// All of it, and empties the log; others are waited for.
        case truncate = "TRUNCATE"
    }

    /// Whether that was possible.
    @discardableResult func checkpoint(_ kind: Checkpoint) -> Bool {
        let row = try? writeWithoutTransaction { db in
            try Row.fetchOne(db, sql: "PRAGMA wal_checkpoint(\(kind.rawValue))")
        }
        return row?[0] == 0
    }

    /// Writes to the first page and changes nothing there, which SQLite counts as a change: so the file that is written
    /// next differs from each copy that was ever made of it.
    func touch() throws {
        try immediately { db in
            let version = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
            try db.execute(sql: "PRAGMA user_version = \(version)")
        }
    }
}
