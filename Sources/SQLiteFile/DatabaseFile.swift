import Foundation
import GRDB
import Platform

/// A database file that is checked before anything in it is changed.
public struct DatabaseFile: Sendable {
    public let path: String
    let layout: DatabaseLayout
    /// The timeout for locks that other programs hold.
    let timeout: Duration

    /// Microseconds between two attempts.
    private static let pause: UInt32 = 5_000
    private static let ownerOnly: mode_t = 0o600
    /// Files up to this many bytes are checked completely when they are opened, which takes milliseconds.
    private static let readThrough = 8 << 20

    public init(path: String, layout: DatabaseLayout, timeout: Duration) {
        self.path = path
        self.layout = layout
        self.timeout = timeout
    }

    /// The reason for opening a database.
    public enum Occasion: Sendable {
        /// Open the database, creating it if there is none.
        case making
        /// Open a database that must exist.
        case existing
        /// Reopen a database that was open before and became unusable. The file must exist and have this layout, and it
        /// is checked completely, however long that takes.
        case again
    }

    /// Opens the database, readable by its owner only, and makes the tables if it is empty. A file that is damaged, of
    /// another version or not ours is refused and left unchanged. Throws `DatabaseFileError` or what GRDB throws.
    ///
    /// One connection does all of this and is kept: closing one lets libdispatch start its global queues, which wake
    /// the process every second from then on.
    public func open(_ occasion: Occasion = .making) throws -> OpenedDatabase {
        // Checked first: a log without a database was left by one that was deleted or emptied, and SQLite would delete
        // that log when it creates a new database.
        let hasLog = try size(of: path + "-wal") > 0
        let size = try size(of: path)
        if size == 0 {
            guard case .making = occasion else { throw DatabaseFileError.missing }
            guard !hasLog else { throw DatabaseFileError.damaged }
            // If that fails, or another program has just made the file, SQLite continues with what is there.
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

    /// Retries until the timeout: if two programs change the journal mode of a new database at the same time, SQLite
    /// refuses one at once, whatever its timeout.
    private func prepare(_ database: DatabaseQueue, _ occasion: Occasion, size: Int) throws {
        let deadline = ContinuousClock.now + timeout
        while true {
            do {
                if try database.writeWithoutTransaction({ try prepare($0, occasion, size: size) }) { return }
                try layout.make(in: database)
                // Moves everything from the log into the database file.
                database.checkpoint(.truncate)
                return
            } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
                guard ContinuousClock.now < deadline else { throw error }
                usleep(DatabaseFile.pause)
            }
        }
    }

    private func prepare(_ db: Database, _ occasion: Occasion, size: Int) throws -> Bool {
        var isMade = false
        // In one transaction, for a consistent snapshot: another program may be creating the database right now.
        try db.inTransaction(.deferred) {
            isMade = try layout.isMade(in: db)
            if case .again = occasion {
                guard isMade else { throw DatabaseFileError.missing }
                try check(db)
            } else if size <= DatabaseFile.readThrough {
                try check(db)
            }
            if isMade { try layout.checkVersion(of: db) }
            return .commit
        }
        try db.execute(sql: "PRAGMA journal_mode = WAL")
        // Committed data survives a loss of power.
        try db.execute(sql: "PRAGMA synchronous = FULL")
        // What is erased is overwritten.
        try db.execute(sql: "PRAGMA secure_delete = ON")
        return isMade
    }

    /// Returns the size of a file in bytes, or 0 if there is none.
    private func size(of path: String) throws(DatabaseFileError) -> Int {
        do throws(DatabaseFileError) {
            return try FileIdentity(of: path).size
        } catch .missing {
            return 0
        }
    }

    /// Creates a database with its tables atomically. When SQLite creates it in place, it synchronizes nine
    /// times; this takes two.
    private func makeWhole() throws {
        let file = try AtomicFileWriter(making: path)
        try file.write(try layout.newFile())
        try file.commit(durably: true)
    }

    /// Creates an empty file that only its owner may read: SQLite's own would be readable by everybody.
    private func create() throws(DatabaseFileError) {
        let descriptor = Glibc.open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, DatabaseFile.ownerOnly)
        guard descriptor >= 0 else {
            if errno == EEXIST { return }
            throw .system(code: Int(errno))
        }
        close(descriptor)
    }

    /// Checks the integrity of the whole file. Throws `damaged` if it fails.
    private func check(_ db: Database) throws {
        guard try String.fetchOne(db, sql: "PRAGMA quick_check(1)") == "ok" else { throw DatabaseFileError.damaged }
    }

    private var configuration: Configuration {
        var configuration = Configuration()
        configuration.busyMode = .timeout(timeout / .seconds(1))
        configuration.label = layout.label
        return configuration
    }
}

extension DatabaseFile {
    /// Throws `altered` if a database is shorter than its header says, for example while it is still being copied. This
    /// process must not have the file open.
    static func checkLength(of path: String, _ stamp: FileIdentity) throws(DatabaseFileError) {
        guard stamp.size > 0 else { throw .missing }
        guard let header = DatabaseHeader(ofFileAt: path) else { throw .damaged }
        guard stamp.size >= header.fileSize else { throw .altered }
    }

    /// Returns the number of free bytes in the file's file system.
    static func room(at path: String) -> Int {
        var facts = statvfs()
        guard statvfs(path, &facts) == 0 else { return 0 }
        return Int(facts.f_bavail) * Int(facts.f_frsize)
    }
}
