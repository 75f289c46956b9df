import Foundation
import GRDB
import Platform

/// A database's file, looked at before anything in it is touched.
public struct DatabaseFile: Sendable {
    public let path: String
    let layout: DatabaseLayout
    /// How long another program's writing is waited for.
    let timeout: Duration

    /// Microseconds between two attempts.
    private static let pause: UInt32 = 5_000
    private static let ownerOnly: mode_t = 0o600
    /// Files up to this many bytes are read through at the start to see whether they are whole; it takes milliseconds.
    private static let readThrough = 8 << 20

    public init(path: String, layout: DatabaseLayout, timeout: Duration) {
        self.path = path
        self.layout = layout
        self.timeout = timeout
    }

    /// When a database is opened.
    public enum Occasion: Sendable {
        /// It is made where there is none.
        case making
        /// There must be one.
        case existing
        /// It was open before and cannot be used any more. What is opened now has to be whole, of this layout, and no new one,
        /// however long it takes to find that out.
        case again
    }

    /// Opens it, readable by its owner only, and brings its layout up to date. What is damaged, newer or something else
    /// is refused and left as it is. Throws `DatabaseFileError` or what GRDB throws.
    ///
    /// One connection does it all and is kept: closing one lets libdispatch start its global queues, which wake the
    /// process every second from then on.
    public func open(_ occasion: Occasion = .making) throws -> OpenedDatabase {
        // Looked at first: a log without a database was left by one that was deleted or emptied, and SQLite, which makes
        // a new one, would delete it.
        let hasLog = try size(of: path + "-wal") > 0
        let size = try size(of: path)
        if size == 0 {
            guard case .making = occasion else { throw DatabaseFileError.missing }
            guard !hasLog else { throw DatabaseFileError.damaged }
            // Where that cannot be, and where somebody else made one, SQLite goes on with what is there.
            if (try? makeWhole()) == nil { try create() }
        }
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        do {
            try prepare(queue, occasion, size: size)
            return try queue.writeWithoutTransaction { db in
                OpenedDatabase(queue: queue, files: try DatabaseFiles(of: path, db))
            }
        } catch {
            if case .again = occasion { queue.closeLeavingFiles() } else { UnusedConnections.keep(queue) }
            throw error
        }
    }

    /// Where two programs change how a new database is journaled, one is turned away at once, whatever its timeout.
    private func prepare(_ database: DatabaseQueue, _ occasion: Occasion, size: Int) throws {
        let deadline = ContinuousClock.now + timeout
        while true {
            do {
                return try database.writeWithoutTransaction { try prepare($0, occasion, size: size) }
            } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
                guard ContinuousClock.now < deadline else { throw error }
                usleep(DatabaseFile.pause)
            }
        }
    }

    private func prepare(_ db: Database, _ occasion: Occasion, size: Int) throws {
        var version = 0
        // As of one moment: another program may be making it right now.
        try db.inTransaction(.deferred) {
            version = try self.version(in: db)
            return .commit
        }
        if case .again = occasion {
            guard version > 0 else { throw DatabaseFileError.missing }
            try check(db)
        } else if size <= DatabaseFile.readThrough {
            try check(db)
        }
        try db.execute(sql: "PRAGMA journal_mode = WAL")
        // What was confirmed survives a loss of power.
        try db.execute(sql: "PRAGMA synchronous = FULL")
        guard version < layout.version else { return }
        try upgrade(db)
        // From here on the one file is everything.
        try db.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)")
    }

    /// The bytes of a file; 0 where there is none.
    private func size(of path: String) throws(DatabaseFileError) -> Int {
        do throws(DatabaseFileError) {
            return try FileIdentity(of: path).size
        } catch .missing {
            return 0
        }
    }

    /// Makes a database of the present layout, which is there whole or not at all. One that SQLite makes in place is
    /// synchronized nine times on the way; this one twice.
    private func makeWhole() throws {
        let file = try AtomicFileWriter(making: path)
        try file.write(try layout.newFile(configuration))
        try file.commit(durably: true)
    }

    /// Makes an empty file that only its owner may read: SQLite's own would be for everybody.
    private func create() throws(DatabaseFileError) {
        let descriptor = Glibc.open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, DatabaseFile.ownerOnly)
        guard descriptor >= 0 else {
            if errno == EEXIST { return }
            throw .system(code: Int(errno))
        }
        close(descriptor)
    }

    /// Makes sure that the whole file is in order.
    private func check(_ db: Database) throws {
        guard try String.fetchOne(db, sql: "PRAGMA quick_check(1)") == "ok" else { throw DatabaseFileError.damaged }
    }

    private func upgrade(_ db: Database) throws {
        try db.inTransaction(.immediate) {
            // Asked again, since another program may have done it.
            try layout.upgrade(db, from: version(in: db))
            return .commit
        }
    }

    /// The version of the layout; 0 of an empty database. Throws for what is none that this program understands.
    private func version(in db: Database) throws -> Int {
        let version = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
        let application = try Int.fetchOne(db, sql: "PRAGMA application_id") ?? 0
        let isEmpty = try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM sqlite_master") == 0
        guard application == layout.applicationID || isEmpty else { throw DatabaseFileError.foreign }
        guard version <= layout.version else {
            throw DatabaseFileError.newer(version: version, known: layout.version)
        }
        return max(0, version)
    }

    private var configuration: Configuration {
        var configuration = Configuration()
        configuration.busyMode = .timeout(timeout / .seconds(1))
        configuration.label = layout.label
        return configuration
    }
}
