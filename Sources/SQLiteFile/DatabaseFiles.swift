import CSQLite
import GRDB
import Glibc

/// The state of an open database's files when they were last checked.
///
/// A connection keeps using the files it has open, even if they are renamed or deleted: what it writes into a file
/// without a name is lost with the file. So before a write is confirmed, this checks that the files at the paths are
/// still the ones that were written, and that none of them was truncated. The check takes some microseconds.
struct DatabaseFiles: Sendable {
    let path: String
    private var main: FileIdentity
    private var header: DatabaseHeader
    /// `nil` if the file does not exist.
    private var log: FileIdentity?
    private var index: FileIdentity?
    private var mark: LogMark?

    private var logPath: String { path + "-wal" }
    private var indexPath: String { path + "-shm" }
    /// A file that another program is writing at this moment may look invalid, so a check is repeated.
    private static let attempts = 3
    private static let pause: UInt32 = 2_000

    /// Reads the state of a connection's files. The connection must have read from its database.
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

    /// Throws if the files are not in order. `frames` is the length of the log if the connection has just committed.
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
        // The header is read before the size, since the file only grows meanwhile.
        let header = DatabaseFiles.header(db)
        let main = try FileIdentity(of: path)
        guard main.isSameFile(as: self.main) else { throw .replaced }
        // A file that another program vacuums becomes smaller, and its header says so first.
        guard let header, header.canSucceed(self.header), main.size >= min(self.main.size, header.fileSize) else {
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
            // What was just committed is either in a log with a valid header, or another program has written all of it
            // into the database; otherwise it was truncated meanwhile.
            guard mark != nil || presentLog.size == 0 && DatabaseFiles.isLogWrittenBack(db) else { throw .logLost }
            mark?.mark(frame: frames, pageSize: header.pageSize, db)
        }
        self.index = presentIndex
    }

    /// Whether the log that the connection has open still contains what is known of it, so that it may be written into
    /// the database.
    func hasWholeLog(_ db: Database) -> Bool { mark?.isKept(db) ?? false }

    /// Whether the log at its path is not empty.
    var hasLog: Bool { ((try? FileIdentity(of: logPath))?.size ?? 0) > 0 }

    /// Whether the index at the path is the one that is open and was not truncated. If it was replaced, other programs
    /// may have continued with an index of their own; memory of a truncated index must not be touched.
    var hasIndex: Bool {
        guard let index, let present = try? FileIdentity(of: indexPath) else { return false }
        return present.isSameFile(as: index) && present.size >= index.size
    }

    /// Whether the path has another file than the one that was open, or none.
    var isReplaced: Bool { (try? FileIdentity(of: path))?.isSameFile(as: main) != true }

    /// Removes the log and the index of the file that was open, which SQLite would otherwise apply to the file that is
    /// opened next. A log that is not empty is renamed instead. A log that came with the new file stays.
    func quarantineLog() {
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
