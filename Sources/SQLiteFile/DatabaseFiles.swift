import CDatabase
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
    /// What is known of the log's contents; `nil` if it has none.
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
        guard let header = DatabaseHeader(of: db) else { throw .damaged }
        self.header = header
        log = try? FileIdentity(of: path + "-wal")
        index = try? FileIdentity(of: path + "-shm")
        mark = LogMark(db)
        // Another program may begin a new log between the two reads.
        let isAtPath = (0..<DatabaseFiles.attempts).contains { _ in
            mark == nil || OpenFile.bytes(LogMark.headerLength, ofFileAt: path + "-wal") == LogMark(db)?.header
        }
        guard isAtPath else { throw .logLost }
        guard let connection = db.sqliteConnection, csqlite_has_moved(connection) == 0 else { throw .replaced }
    }

    /// Throws if a path has not the file that is open, or if the index was truncated: its memory must not be touched.
    func checkPlaces() throws(DatabaseFileError) {
        guard try FileIdentity(of: path).isSameFile(as: main) else { throw .replaced }
        guard log != nil, index != nil else { return }
        guard isSame(log, logPath), hasIndex else { throw .logLost }
    }

    /// Throws if the files are not in order. `frames` is the length of the log if the connection has just committed,
    /// otherwise 0.
    mutating func check(_ db: Database, frames: Int) throws(DatabaseFileError) {
        var attempts = DatabaseFiles.attempts
        while true {
            do throws(DatabaseFileError) {
                try checkPlaces()
                try checkMain(db)
                return try checkLog(db, frames: frames)
            } catch {
                attempts -= 1
                guard attempts > 0, error == .altered || error == .logLost else { throw error }
                usleep(DatabaseFiles.pause)
            }
        }
    }

    private mutating func checkMain(_ db: Database) throws(DatabaseFileError) {
        // The header is read before the size, since the file only grows meanwhile. One that another program vacuums
        // becomes smaller, and its header says so first. One whose log is being written into it, or was when a program
        // was killed, is shorter than its header says until that is finished.
        let header = DatabaseHeader(of: db)
        let main = try FileIdentity(of: path)
        guard let header, header.canSucceed(self.header), main.size >= min(self.main.size, header.fileSize) else {
            throw .altered
        }
        (self.main, self.header) = (main, header)
    }

    private mutating func checkLog(_ db: Database, frames: Int) throws(DatabaseFileError) {
        guard log != nil, let index = try? FileIdentity(of: indexPath), self.index != nil else { return }
        self.index = index
        let present = LogMark(db)
        // Another program may have begun a new log in the file.
        if present?.header != mark?.header { mark = present }
        guard mark?.isKept(db) != false else { throw .logLost }
        guard frames > 0 else { return }
        // What was just committed is either in a log with a valid header, or another program has written all of it into
        // the database; otherwise it was truncated meanwhile.
        guard mark != nil || !hasLog && DatabaseFiles.isLogWrittenBack(db) else { throw .logLost }
        mark?.add(frame: frames, pageSize: header.pageSize, db)
    }

    /// Whether the log that the connection has open still contains what is known of it, so that it may be written into
    /// the database.
    func hasWholeLog(_ db: Database) -> Bool { mark?.isKept(db) ?? false }

    /// Whether the log at its path is not empty.
    var hasLog: Bool { ((try? FileIdentity(of: logPath))?.size ?? 0) > 0 }

    /// Whether the index at the path is the one that is open and was not truncated. If it was replaced, other programs
    /// may have continued with an index of their own.
    var hasIndex: Bool {
        guard let index, let present = try? FileIdentity(of: indexPath) else { return false }
        return present.isSameFile(as: index) && present.size >= index.size
    }

    var isReplaced: Bool { !isSame(main, path) }

    /// Removes the log and the index of the file that was open, which SQLite would otherwise apply to the file that is
    /// opened next. A log that is not empty is renamed instead. A log that came with the new file stays.
    func quarantineLog() {
        if let log, isSame(log, logPath) {
            if !hasLog {
                unlink(logPath)
            } else if OpenFile.bytes(LogMark.headerLength, ofFileAt: logPath) == mark?.header {
                rename(logPath, "\(logPath).lost-\(log.inode)")
            }
        }
        if isSame(index, indexPath) { unlink(indexPath) }
    }

    private func isSame(_ file: FileIdentity?, _ path: String) -> Bool {
        guard let file, let present = try? FileIdentity(of: path) else { return false }
        return present.isSameFile(as: file)
    }

    private static func isLogWrittenBack(_ db: Database) -> Bool {
        db.sqliteConnection.map { csqlite_log_is_written_back($0) == 1 } ?? false
    }
}

/// The metadata of the file at a path, read without opening it.
struct FileIdentity: Hashable, Sendable {
    private let device: UInt
    /// The inode number, which is unique in its file system.
    let inode: UInt
    /// The size in bytes.
    let size: Int
    private let seconds: Int
    private let nanoseconds: Int

    /// Throws `missing` if there is no such file.
    init(of path: String) throws(DatabaseFileError) {
        var facts = stat()
        guard stat(path, &facts) == 0 else {
            throw errno == ENOENT || errno == ENOTDIR ? .missing : .system(code: Int(errno))
        }
        (device, inode) = (UInt(facts.st_dev), UInt(facts.st_ino))
        size = Int(facts.st_size)
        (seconds, nanoseconds) = (facts.st_mtim.tv_sec, facts.st_mtim.tv_nsec)
    }

    /// Whether both identify the same file, whether or not its contents changed.
    func isSameFile(as other: FileIdentity) -> Bool { device == other.device && inode == other.inode }
}

/// The header of a database file: https://www.sqlite.org/fileformat2.html#the_database_header
struct DatabaseHeader: Sendable {
    private static let length = 100
    private static let magic = Array("SQLite format 3\0".utf8)

    /// The size of a page in bytes.
    let pageSize: Int
    private let pageCount: Int
    /// The file change counter: incremented with every change of the first page.
    private let changes: UInt32
    private let applicationID: UInt32

    /// Reads the header of the file that the connection has open. Returns `nil` if it is none.
    init?(of db: Database) { self.init(OpenFile.main.bytes(DatabaseHeader.length, of: db)) }

    /// Reads the header of the file at `path`, which this process must not have open.
    init?(ofFileAt path: String) { self.init(OpenFile.bytes(DatabaseHeader.length, ofFileAt: path)) }

    private init?(_ bytes: [UInt8]?) {
        guard let bytes, bytes.starts(with: DatabaseHeader.magic) else { return nil }
        func integer(at offset: Int) -> UInt32 { bytes[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) } }
        let size = Int(bytes[16]) << 8 | Int(bytes[17])
        // The largest page size, 65 536, does not fit in the two bytes and is stored as 1.
        pageSize = size == 1 ? 65_536 : size
        changes = integer(at: 24)
        pageCount = Int(integer(at: 28))
        applicationID = integer(at: 68)
    }

    /// The number of bytes that the file must have according to its header.
    var fileSize: Int { pageCount * pageSize }

    /// Whether a database that had the header `earlier` can have this one now: the change counter only ever grows, and
    /// an older copy has a smaller one.
    func canSucceed(_ earlier: DatabaseHeader) -> Bool {
        // A new database gets its application ID while others already have it open.
        let isOfSame = applicationID == earlier.applicationID || earlier.applicationID == 0
        return pageSize == earlier.pageSize && isOfSame && Int32(bitPattern: changes &- earlier.changes) >= 0
    }
}

/// The bytes of a write-ahead log at two places, which show whether it was shortened or replaced:
/// https://www.sqlite.org/fileformat2.html#the_write_ahead_log
private struct LogMark {
    static let headerLength = 32
    private static let frameHeaderLength = 24
    private static let magic: [UInt8] = [0x37, 0x7F, 0x06]

    let header: [UInt8]
    /// The position and the header of the last frame that was committed.
    private var frame: (offset: Int, header: [UInt8])?

    /// Reads the header of the log that the connection has open. Returns `nil` if that log is empty or is not a log.
    init?(_ db: Database) {
        guard let header = OpenFile.log.bytes(LogMark.headerLength, of: db), header.starts(with: LogMark.magic) else {
            return nil
        }
        self.header = header
    }

    /// Whether the log that the connection has open contains the mark.
    func isKept(_ db: Database) -> Bool {
        guard OpenFile.log.bytes(LogMark.headerLength, of: db) == header else { return false }
        return frame.map { OpenFile.log.bytes(LogMark.frameHeaderLength, at: $0.offset, of: db) == $0.header } ?? true
    }

    /// Adds frame `number`, counting from 1, to the mark.
    mutating func add(frame number: Int, pageSize: Int, _ db: Database) {
        let offset = LogMark.headerLength + (number - 1) * (LogMark.frameHeaderLength + pageSize)
        let found = OpenFile.log.bytes(LogMark.frameHeaderLength, at: offset, of: db)
        // A frame of an earlier log in the same file has other salts.
        guard let found, found[8..<16] == header[16..<24] else { return }
        frame = (offset, found)
    }
}

/// One of the files that a connection has open, read through the connection's own descriptor.
private enum OpenFile: Int32 {
    case main = 0
    case log = 1

    /// Returns `count` bytes from `offset` on, or `nil` if the file ends before.
    func bytes(_ count: Int, at offset: Int = 0, of db: Database) -> [UInt8]? {
        guard let connection = db.sqliteConnection else { return nil }
        var bytes = [UInt8](repeating: 0, count: count)
        return csqlite_read(connection, rawValue, &bytes, Int32(count), Int64(offset)) == 1 ? bytes : nil
    }

    /// Returns the first `count` bytes of the file at `path`, or `nil` if it is shorter or cannot be read. Must not be
    /// called for a database that this process has open: closing the file again would drop the locks that SQLite holds
    /// on it.
    static func bytes(_ count: Int, ofFileAt path: String) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: count)
        return pread(descriptor, &bytes, count, 0) == count ? bytes : nil
    }
}
