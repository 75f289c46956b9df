import CSQLite
import GRDB
import Glibc

/// The files of a database that is open, as they were when they were last found in order.
///
/// A connection goes on with what it has open, whatever becomes of the names: what it writes into a file without a name
/// is durable and gone. So whoever confirms anything looks first whether the files at the paths are those that were
/// written, and whether nothing was cut off them. That takes some microseconds.
struct DatabaseFiles: Sendable {
    let path: String
    private var main: FileIdentity
    private var header: DatabaseHeader
    /// `nil` where the file system has none.
    private var log: FileIdentity?
    private var index: FileIdentity?
    private var mark: LogMark?

    private var logPath: String { path + "-wal" }
    private var indexPath: String { path + "-shm" }
    /// What another program writes at this moment may look like nonsense.
    private static let attempts = 3
    private static let pause: UInt32 = 2_000

    /// Those of a connection that has read from its database.
    init(of path: String, _ db: Database) throws(DatabaseFileError) {
        self.path = path
        main = try FileIdentity(of: path)
        guard let header = DatabaseFiles.header(db) else { throw .damaged }
        self.header = header
        log = try? FileIdentity(of: path + "-wal")
        index = try? FileIdentity(of: path + "-shm")
        if log != nil { mark = try LogMark(db, path: path + "-wal") }
        guard let connection = db.sqliteConnection, csqlite_has_moved(connection) == 0 else { throw .replaced }
    }

    /// Throws what is wrong with them. `frames` is how many the log has, where the connection has just committed.
    mutating func check(_ db: Database, frames: Int?) throws(DatabaseFileError) {
        var attempts = DatabaseFiles.attempts
        while true {
            do throws(DatabaseFileError) {
                return try checkOnce(db, frames: frames)
            } catch {
                attempts -= 1
                guard attempts > 0, error == .altered || error == .logLost else { throw error }
                usleep(DatabaseFiles.pause)
            }
        }
    }

    private mutating func checkOnce(_ db: Database, frames: Int?) throws(DatabaseFileError) {
        // Read before the size is, which only grows beside it.
        let header = DatabaseFiles.header(db)
        let main = try FileIdentity(of: path)
        guard main.isSameFile(as: self.main) else { throw .replaced }
        // One that another program vacuums becomes smaller, and says so first.
        guard let header, header.mayFollow(self.header), main.size >= min(self.main.size, header.fileSize) else {
            throw .altered
        }
        try checkLog(db, frames: frames)
        (self.main, self.header) = (main, header)
    }

    private mutating func checkLog(_ db: Database, frames: Int?) throws(DatabaseFileError) {
        guard let log, index != nil else { return }
        guard let presentLog = try? FileIdentity(of: logPath), presentLog.isSameFile(as: log),
            hasIndex, let presentIndex = try? FileIdentity(of: indexPath)
        else { throw .logLost }
        switch mark?.isKept(db) {
        case true?: break
        case false?: throw .logLost
        case nil: mark = try LogMark(db, path: logPath)
        }
        if let frames {
            // What was just committed is in a log that begins as one, or another program wrote all of it into the
            // database; else it was cut off meanwhile.
            guard mark != nil || presentLog.size == 0 && DatabaseFiles.isLogWrittenBack(db) else { throw .logLost }
            mark?.mark(frame: frames, pageSize: header.pageSize, db)
        }
        self.index = presentIndex
    }

    /// Whether the log that the connection has open holds what it is known to hold, so that it may be written into the
    /// database.
    func hasWholeLog(_ db: Database) -> Bool { mark?.isKept(db) ?? false }

    /// Whether there is anything in the log at its path.
    var hasLog: Bool { ((try? FileIdentity(of: logPath))?.size ?? 0) > 0 }

    /// Whether the log's index is the one that is open. Otherwise others may have gone on with an index of their own; and of one
    /// that was cut, nothing may be touched.
    var hasIndex: Bool {
        guard let index, let present = try? FileIdentity(of: indexPath) else { return false }
        return present.isSameFile(as: index) && present.size >= index.size
    }

    /// Whether another file than the one that was open is at the path, or none.
    var isReplaced: Bool { (try? FileIdentity(of: path))?.isSameFile(as: main) != true }

    /// Removes what belongs to the file that was open and not to the one that is opened next: SQLite would write the log
    /// of the one into the other. A log that holds something is kept under another name; one that came with the other file
    /// stays.
    func setLogAside() {
        if let log, let present = try? FileIdentity(of: logPath), present.isSameFile(as: log) {
            if present.size == 0 {
                unlink(logPath)
            } else if mark?.isBeginning(ofFileAt: logPath) == true {
                rename(logPath, "\(logPath).lost-\(log.number)")
            }
        }
        if let index, let present = try? FileIdentity(of: indexPath), present.isSameFile(as: index) {
            unlink(indexPath)
        }
    }

    private static func isLogWrittenBack(_ db: Database) -> Bool {
        db.sqliteConnection.map { csqlite_log_is_written_back($0) == 1 } ?? false
    }

    private static func header(_ db: Database) -> DatabaseHeader? {
        OpenFile.main.bytes(DatabaseHeader.length, of: db).flatMap { DatabaseHeader($0) }
    }
}
