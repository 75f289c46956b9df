import Foundation
import GRDB
import Ledger

/// A database's file, looked at before anything in it is touched.
struct DatabaseFile {
    let path: String
    /// How long another program's writing is waited for.
    let patience: Duration

    private static let ownerOnly: mode_t = 0o600
    /// Files up to this many bytes are read through at the start to see whether they are whole; it takes milliseconds.
    private static let readThrough = 8 << 20

    /// Throws `LedgerError` or what GRDB throws.
    ///
    /// One connection does it all and is kept: closing one lets libdispatch start its global queues, which wake the
    /// process every second from then on.
    func open(mustExist: Bool) throws -> DatabaseQueue {
        let size = try size()
        guard size > 0 || !mustExist else { throw LedgerError.missing }
        if size == 0 { try create() }
        let database = try DatabaseQueue(path: path, configuration: configuration)
        try database.writeWithoutTransaction { db in
            let version = try version(in: db)
            if size <= DatabaseFile.readThrough { try check(db) }
            try db.execute(sql: "PRAGMA journal_mode = WAL")
            // The ledger's promise is that an order that was answered survives a loss of power.
            try db.execute(sql: "PRAGMA synchronous = FULL")
            if version < Schema.version { try upgrade(db) }
        }
        return database
    }

    /// The bytes of the file; 0 where there is none.
    private func size() throws(LedgerError) -> Int {
        var facts = stat()
        guard stat(path, &facts) == 0 else {
            if errno == ENOENT { return 0 }
            throw .system(code: Int(errno))
        }
        return Int(facts.st_size)
    }

    /// Makes an empty file that only its owner may read: SQLite's own would be for everybody.
    private func create() throws(LedgerError) {
        let descriptor = Glibc.open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, DatabaseFile.ownerOnly)
        guard descriptor >= 0 else {
            if errno == EEXIST { return }
            throw .system(code: Int(errno))
        }
        close(descriptor)
    }

    /// Makes sure that the whole file is in order.
    private func check(_ db: Database) throws {
        guard try String.fetchOne(db, sql: "PRAGMA quick_check(1)") == "ok" else { throw LedgerError.damaged }
    }

    private func upgrade(_ db: Database) throws {
        try db.inTransaction(.immediate) {
            // Asked again, since another program may have done it.
            try Schema.upgrade(db, from: version(in: db))
            return .commit
        }
    }

    /// The version of the layout; 0 of an empty database. Throws for what is no ledger that this program understands.
    private func version(in db: Database) throws -> Int {
        let version = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
        let application = try Int.fetchOne(db, sql: "PRAGMA application_id") ?? 0
        let isEmpty = try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM sqlite_master") == 0
        guard application == Schema.applicationID || isEmpty else { throw LedgerError.foreign }
        guard version <= Schema.version else {
            throw LedgerError.newer(version: version, known: Schema.version)
        }
        return max(0, version)
    }

    private var configuration: Configuration {
        var configuration = Configuration()
        configuration.busyMode = .timeout(patience / .seconds(1))
        configuration.label = "banchan.ledger"
        return configuration
    }
}

extension LedgerError {
    /// What an error of GRDB's, or one of ours, means for the ledger.
    init(_ error: any Error) {
        guard let error = error as? DatabaseError else {
            self = (error as? LedgerError) ?? .system(code: 0)
            return
        }
        switch error.resultCode {
        case .SQLITE_BUSY, .SQLITE_LOCKED: self = .busy
        case .SQLITE_CORRUPT, .SQLITE_NOTADB: self = .damaged
        default: self = .system(code: Int(error.extendedResultCode.rawValue))
        }
    }
}
