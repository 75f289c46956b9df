import CSQLite
import GRDB
import Glibc

/// A database that is in use: looks before and after each piece of work whether its files are still those that it has
/// open, and opens it anew where they are not. Belongs to one thread.
///
/// Nothing that is committed counts before the second look: what throws may have been committed to a file that nobody will
/// find again, or to one that comes back.
public final class DatabaseConnection {
    private let file: DatabaseFile
    private let onTrouble: (DatabaseFileError?) -> Void
    private let index: LogIndex
    /// `nil` once it was let go.
    private var queue: DatabaseQueue? {
        didSet { if queue == nil { index.close() } }
    }
    private var files: DatabaseFiles
    /// The file at the path that was looked at last and refused.
    private var refused: FileIdentity?
    /// Whether the log that was left does not belong to what will be at the path.
    private var isLogStale = false
    /// How many frames the log had after the last commit; 0 where there was none since it was set so.
    private let frames = UnsafeMutablePointer<Int32>.allocate(capacity: 1)
    /// Why nothing can be kept; `nil` where nothing is known to be wrong.
    public private(set) var trouble: DatabaseFileError? {
        didSet { if trouble != oldValue { onTrouble(trouble) } }
    }

    /// Frames of the log from which on it is written into the database: as many as SQLite itself waits for.
    private static let longestLog = 1_000
    /// Bytes that must be free before a database that had no room is tried again.
    private static let leastRoom = 256 << 10

    /// `onTrouble` is called on the connection's thread when trouble begins, becomes another, or ends.
    public convenience init(
        _ opened: OpenedDatabase, of file: DatabaseFile, onTrouble: @escaping (DatabaseFileError?) -> Void = { _ in }
    ) {
        self.init(opened, of: file, index: LogIndex(ofDatabaseAt: file.path), onTrouble: onTrouble)
    }

    /// The same; other threads may look at `index`.
    init(
        _ opened: OpenedDatabase, of file: DatabaseFile, index: LogIndex,
        onTrouble: @escaping (DatabaseFileError?) -> Void
    ) {
        self.file = file
        self.index = index
        self.onTrouble = onTrouble
        files = opened.files
        frames.initialize(to: 0)
        take(opened)
    }

    deinit {
        // Before the number that it counts in goes.
        closeLeavingFiles()
        frames.deallocate()
    }

    /// What `work` returns, done in a database whose files are in order before and after. Throws `DatabaseFileError`, and
    /// what `work` throws that is no fault of the database's.
    public func perform<Outcome>(_ work: (DatabaseQueue) throws -> Outcome) throws -> Outcome {
        let queue = try usableQueue()
        frames.pointee = 0
        do {
            try check(queue)
            let outcome = try work(queue)
            try check(queue)
            if frames.pointee > 0 { committed(queue) }
            return outcome
        } catch {
            throw explain(error, queue)
        }
    }

    /// Looks whether anything can be kept now, and opens it anew where that is needed and possible.
    public func examine() {
        _ = try? perform { queue in
            if trouble != nil { try probe(queue) }
        }
    }

    /// Writes everything into the one file and closes the database. Nothing else may be asked afterwards.
    public func close() {
        guard let queue else { return }
        self.queue = nil
        guard (try? check(queue)) != nil, !files.hasLog || write(queue, .truncate) else {
            return queue.closeLeavingFiles()
        }
        try? queue.close()
    }

    private func take(_ opened: OpenedDatabase) {
        (queue, files) = (opened.queue, opened.files)
        let frames = frames
        opened.queue.writeWithoutTransaction { db in
            if let connection = db.sqliteConnection { csqlite_count_frames(connection, frames) }
            if files.hasIndex { index.open(db) }
        }
    }

    private func check(_ queue: DatabaseQueue) throws {
        let committed = frames.pointee > 0 ? Int(frames.pointee) : nil
        try queue.writeWithoutTransaction { try files.check($0, frames: committed) }
    }

    private func committed(_ queue: DatabaseQueue) {
        trouble = nil
        if frames.pointee >= DatabaseConnection.longestLog { write(queue, .passive) }
    }

    /// Writes the log into the file, which then tells by its header that it is no earlier copy of itself. Where it cannot be
    /// done now, the next commit tries again.
    @discardableResult
    private func write(_ queue: DatabaseQueue, _ kind: DatabaseQueue.Checkpoint) -> Bool {
        guard (try? queue.touch()) != nil else { return false }
        return queue.checkpoint(kind)
    }

    /// What went wrong, noted.
    private func explain(_ error: any Error, _ queue: DatabaseQueue) -> any Error {
        guard DatabaseFileError.isCause(of: error) else { return error }
        var reason = DatabaseFileError(error)
        if !reason.concernsFile {
            // The files may be the reason.
            do throws(DatabaseFileError) { try recheck(queue) } catch { reason = error }
        }
        if reason.concernsFile { letGo(queue, reason) }
        trouble = reason
        return reason
    }

    private func recheck(_ queue: DatabaseQueue) throws(DatabaseFileError) {
        do {
            frames.pointee = 0
            try check(queue)
        } catch let error as DatabaseFileError {
            throw error
        } catch {
            // It says nothing new.
        }
    }
}

extension DatabaseConnection {
    /// Stops using a file that is not the one at the path, or not what it was.
    private func letGo(_ queue: DatabaseQueue, _ reason: DatabaseFileError) {
        let isWhole = queue.writeWithoutTransaction { files.hasWholeLog($0) }
        switch reason {
        case .missing, .replaced:
            // Everything that was confirmed goes into the file that is still open: it may have another name by now, or be
            // fetched from this process.
            if isWhole { queue.checkpoint(.truncate) }
            if reason == .missing { return }
        case .logLost:
            // The only log that knows it may be one without a name.
            if isWhole, files.hasIndex { queue.checkpoint(.truncate) }
        case .altered: isLogStale = true
        default: break
        }
        self.queue = nil
        queue.closeLeavingFiles()
    }

    /// The database, opened anew if need be.
    private func usableQueue() throws -> DatabaseQueue {
        if let queue, trouble?.concernsFile != true { return queue }
        do {
            let opened = try reopen()
            take(opened)
            trouble = nil
            return opened.queue
        } catch {
            trouble = DatabaseFileError(error)
            throw DatabaseFileError(error)
        }
    }

    private func reopen() throws -> OpenedDatabase {
        let present = try FileIdentity(of: file.path)
        let isReplaced = files.isReplaced
        // Before the file is looked at, where it is the one that is open.
        if !isReplaced { closeLeavingFiles() }
        // What was refused is not read through again and again.
        if let trouble, present == refused { throw trouble }
        // Somebody who puts another content into the file does not mean the log of the one before.
        if let refused, refused.isSameFile(as: present), !isReplaced { isLogStale = true }
        try DatabaseFile.checkLength(of: file.path, present)
        closeLeavingFiles()
        if isReplaced || isLogStale { files.setLogAside() }
        do {
            let opened = try file.open(.again)
            (refused, isLogStale) = (nil, false)
            return opened
        } catch {
            let reason = DatabaseFileError(error)
            if reason.concernsFile { refused = try? FileIdentity(of: file.path) }
            throw reason
        }
    }

    private func closeLeavingFiles() {
        let last = queue
        queue = nil
        last?.closeLeavingFiles()
    }

    /// Writes something that changes nothing, to see whether that is possible again.
    private func probe(_ queue: DatabaseQueue) throws {
        if trouble == .full, DatabaseFile.room(at: file.path) < DatabaseConnection.leastRoom {
            throw DatabaseFileError.full
        }
        try queue.writeWithoutTransaction { db in
            try db.execute(sql: "PRAGMA busy_timeout = 0")
        }
        defer {
            let timeout = Int(file.timeout / .milliseconds(1))
            try? queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA busy_timeout = \(timeout)") }
        }
        try queue.touch()
    }
}

extension DatabaseFile {
    /// Throws `altered` for a database that is shorter than it says, such as one that is still being copied. Nothing of this
    /// process may have it open.
    static func checkLength(of path: String, _ stamp: FileIdentity) throws(DatabaseFileError) {
        guard stamp.size > 0 else { throw .missing }
        guard let header = OpenFile.bytes(DatabaseHeader.length, ofFileAt: path).flatMap({ DatabaseHeader($0) }) else {
            throw .damaged
        }
        guard stamp.size >= header.fileSize else { throw .altered }
    }

    /// The bytes that are free where the file is.
    static func room(at path: String) -> Int {
        var facts = statvfs()
        guard statvfs(path, &facts) == 0 else { return 0 }
        return Int(facts.f_bavail) * Int(facts.f_frsize)
    }
}
