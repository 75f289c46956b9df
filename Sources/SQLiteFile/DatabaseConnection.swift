import CDatabase
import GRDB

/// A connection to a database that checks, after each job and before anybody hears of its outcome, that the files at
/// the paths are the ones it has open and are whole, and reopens the database if they are not. Must be used on one
/// thread.
///
/// A commit counts only after the check: work that throws may have been committed to a file that has no name any more,
/// or to one that comes back. So that this happens to one job at most, the places are looked at before a job, too.
public final class DatabaseConnection {
    private let file: DatabaseFile
    private let onTrouble: (DatabaseFileError?) -> Void
    /// `nil` after the database was released.
    private var queue: DatabaseQueue?
    private var files: DatabaseFiles
    /// The last file at the path that was checked and refused.
    private var refused: FileIdentity?
    /// Whether the remaining log does not belong to the file that will be at the path.
    private var isLogStale = false
    /// The number of frames in the log after the last commit; 0 if there was none since it was reset.
    private let frames = UnsafeMutablePointer<Int32>.allocate(capacity: 1)
    /// The reason why nothing can be stored; `nil` if no problem is known.
    public private(set) var trouble: DatabaseFileError? {
        didSet { if trouble != oldValue { onTrouble(trouble) } }
    }

    /// The number of frames from which on the log is written into the database: SQLite's own default.
    private static let maxLogFrames = 1_000
    /// The number of free bytes without which a file system counts as full.
    private static let minFreeSpace = 256 << 10

    /// `onTrouble` is called on the connection's thread when a problem begins, changes, or, with `nil`, ends.
    public init(
        _ opened: OpenedDatabase, of file: DatabaseFile, onTrouble: @escaping (DatabaseFileError?) -> Void = { _ in }
    ) {
        self.file = file
        self.onTrouble = onTrouble
        files = opened.files
        frames.initialize(to: 0)
        adopt(opened)
    }

    deinit {
        // Closes the connection before the counter that it writes to is freed.
        closeLeavingFiles()
        frames.deallocate()
    }

    /// Returns what `work` returns after checking the files. Throws `DatabaseFileError`, and errors of
    /// `work` that the storage did not cause.
    public func perform<Outcome>(_ work: (DatabaseQueue) throws -> Outcome) throws -> Outcome {
        let queue = try usableQueue()
        frames.pointee = 0
        do {
            try files.checkPlaces()
            let outcome = try work(queue)
            try check(queue)
            if frames.pointee > 0 { committed(queue) }
            return outcome
        } catch {
            throw explain(error, queue)
        }
    }

    /// Checks whether anything can be stored now, and reopens the database if that is necessary and possible. Writes only if
    /// it `tries` to, or if a problem is known.
    public func examine(tries: Bool = false) {
        _ = try? perform { queue in
            if tries || trouble != nil { try probe(queue) }
        }
    }

    /// Writes the log into the database file and empties it, so that what was erased is in neither. Waits for no other
    /// program. Returns whether the log is empty now: not while another program reads or writes.
    public func clearLog() -> Bool {
        let isEmpty = try? perform { queue in
            guard files.hasLog else { return true }
            // The first step keeps nobody from writing, so that the second one is short.
            return try withoutWaiting(queue) { write(queue, .passive) && queue.checkpoint(.truncate) }
        }
        return isEmpty ?? false
    }

    /// Writes everything into the database file and closes it. The connection must not be used afterwards.
    public func close() {
        guard let queue else { return }
        self.queue = nil
        guard (try? check(queue)) != nil, !files.hasLog || write(queue, .truncate) else {
            return queue.closeLeavingFiles()
        }
        try? queue.close()
    }

    private func adopt(_ opened: OpenedDatabase) {
        (queue, files) = (opened.queue, opened.files)
        let frames = frames
        opened.queue.writeWithoutTransaction { db in
            if let connection = db.sqliteConnection { csqlite_count_frames(connection, frames) }
        }
    }

    private func check(_ queue: DatabaseQueue) throws {
        try queue.writeWithoutTransaction { try files.check($0, frames: Int(frames.pointee)) }
    }

    private func committed(_ queue: DatabaseQueue) {
        trouble = nil
        if frames.pointee >= DatabaseConnection.maxLogFrames { write(queue, .passive) }
    }

    /// Writes the log into the database file, after changing the file's header so that it differs from earlier copies.
    /// If this fails, the next commit tries again.
    @discardableResult
    private func write(_ queue: DatabaseQueue, _ kind: DatabaseQueue.Checkpoint) -> Bool {
        guard (try? queue.touch()) != nil else { return false }
        return queue.checkpoint(kind)
    }

    /// Records and returns the cause of an error.
    private func explain(_ error: any Error, _ queue: DatabaseQueue) -> any Error {
        guard DatabaseFileError.isCause(of: error) else { return error }
        var reason = DatabaseFileError(error)
        if !reason.concernsFile {
            // The state of the files may be the cause.
            do throws(DatabaseFileError) { try recheck(queue) } catch { reason = error }
        }
        if reason.concernsFile { relinquish(queue, reason) }
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
            // The original error says more.
        }
    }
}

extension DatabaseConnection {
    /// Stops using a file that was replaced or changed.
    private func relinquish(_ queue: DatabaseQueue, _ reason: DatabaseFileError) {
        let isWhole = queue.writeWithoutTransaction { files.hasWholeLog($0) }
        switch reason {
        case .missing, .replaced:
            // Writes everything that was confirmed into the file that is still open: it may have another name by now,
            // or may be recovered through this process.
            if isWhole { queue.checkpoint(.truncate) }
            if reason == .missing { return }
        case .logLost:
            // The only log that contains it may be one without a name.
            if isWhole, files.hasIndex { queue.checkpoint(.truncate) }
        case .altered: isLogStale = true
        default: break
        }
        self.queue = nil
        queue.closeLeavingFiles()
    }

    /// Returns the database, reopened if necessary.
    private func usableQueue() throws -> DatabaseQueue {
        if let queue, trouble?.concernsFile != true { return queue }
        do {
            let opened = try reopen()
            adopt(opened)
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
        // The file must not be open while it is checked below.
        if !isReplaced { closeLeavingFiles() }
        // A file that was refused and has not changed is not checked again.
        if let trouble, present == refused { throw trouble }
        // If new contents were written into the refused file, the old log does not belong to them.
        if let refused, refused.isSameFile(as: present), !isReplaced { isLogStale = true }
        try DatabaseFile.checkLength(of: file.path, present)
        closeLeavingFiles()
        if isReplaced || isLogStale { files.quarantineLog() }
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

    /// Makes a write that changes nothing, to find out whether writing works. While a problem is known, it waits for no
    /// other program.
    private func probe(_ queue: DatabaseQueue) throws {
        guard let trouble else { return try tryOut(queue) }
        if trouble == .full { try needRoom() }
        try withoutWaiting(queue) { try queue.touch() }
    }

    private func tryOut(_ queue: DatabaseQueue) throws {
        try needRoom()
        try queue.touch()
    }

    private func needRoom() throws(DatabaseFileError) {
        guard DatabaseFile.room(at: file.path) >= DatabaseConnection.minFreeSpace else { throw .full }
    }

    /// Returns what `body` returns, which fails where it would wait for another program.
    private func withoutWaiting<Outcome>(_ queue: DatabaseQueue, _ body: () throws -> Outcome) throws -> Outcome {
        try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA busy_timeout = 0") }
        defer {
            let timeout = Int(file.timeout / .milliseconds(1))
            try? queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA busy_timeout = \(timeout)") }
        }
        return try body()
    }
}
