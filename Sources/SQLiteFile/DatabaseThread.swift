import Dispatch
import Foundation
import GRDB
import NIOConcurrencyHelpers

/// The only thread that uses a database, which it opens for the first job. While idle it sleeps without waking up,
/// unlike the threads of libdispatch's queues.
public final class DatabaseThread: Sendable {
    public typealias Job = @Sendable (Result<DatabaseConnection, DatabaseFileError>) -> Void

    private struct State {
        var jobs: [(job: Job, bypassesLimit: Bool)] = []
        var use = Use()
        var isStarted = false
        var isClosed = false
        var isOver = false
        /// Called when the thread has ended.
        var closeHandlers: [@Sendable () -> Void] = []
    }

    /// The maximum number of waiting jobs; more are refused.
    private static let maxWaiting = 1_024

    private let name: String
    private let file: DatabaseFile
    private let index: LogIndex
    private let open: @Sendable () throws -> OpenedDatabase
    private let onTrouble: @Sendable (DatabaseFileError?) -> Void
    private let state = NIOLockedValueBox(State())
    private let arrivals = DispatchSemaphore(value: 0)

    /// `open` is called on the thread to open `file`; if it throws, it is called again for the next job. `onTrouble` is
    /// called on the thread when a problem begins, changes, or, with `nil`, ends.
    public init(
        name: String, of file: DatabaseFile, open: @escaping @Sendable () throws -> OpenedDatabase,
        onTrouble: @escaping @Sendable (DatabaseFileError?) -> Void
    ) {
        self.name = name
        self.file = file
        index = LogIndex(ofDatabaseAt: file.path)
        self.open = open
        self.onTrouble = onTrouble
    }

    /// Returns what `work` returns, run after all earlier jobs. Once accepted, it runs whether or not the calling task
    /// is cancelled. Throws `overloaded` if too many jobs wait, and an error if `work` committed to a file that is no
    /// longer at its path.
    public func perform<Value: Sendable>(
        _ work: @escaping @Sendable (DatabaseQueue) throws -> Value
    ) async throws(DatabaseFileError) -> Value {
        let outcome: Result<Value, DatabaseFileError> = await withCheckedContinuation { continuation in
            let isTaken = submit { connection in
                let outcome = connection.flatMap { connection in
                    Result { try connection.perform(work) }.mapError { DatabaseFileError($0) }
                }
                continuation.resume(returning: outcome)
            }
            if !isTaken { continuation.resume(returning: .failure(.overloaded)) }
        }
        return try outcome.get()
    }

    /// Schedules `work` without waiting for it. It is dropped if the database cannot be opened or too many jobs wait.
    public func enqueue(_ work: @escaping @Sendable (DatabaseQueue) -> Void) {
        _ = submit { if case .success(let connection) = $0 { try? connection.perform(work) } }
    }

    /// The thread's current load.
    public struct Use: Hashable, Sendable {
        public var isBusy = false
        public var hasDatabaseOpen = false
        /// The number of waiting jobs, not counting those submitted with `bypassesLimit`.
        public var waiting = 0
    }

    public var use: Use { state.withLockedValue(\.use) }

    /// The mark of what is committed now, to find out whether anything was committed since an earlier mark; `nil` if it
    /// is unknown. Can be read on any thread; does not block.
    public var commitMark: CommitMark? { index.mark }

    /// Ends the thread after all accepted jobs, and closes the database.
    public func close() {
        state.withLockedValue { $0.isClosed = true }
        arrivals.signal()
    }

    /// Calls `close()` and waits until the thread has ended.
    public func closed() async {
        await withCheckedContinuation { continuation in
            let isOver = state.withLockedValue { state in
                let isOver = state.isOver || !state.isStarted
                if !isOver { state.closeHandlers.append { continuation.resume() } }
                return isOver
            }
            close()
            if isOver { continuation.resume() }
        }
    }

    /// Submits a job. Returns whether it was accepted: not if the thread is closed, or if too many jobs wait, unless it
    /// `bypassesLimit`, that is, carries the work of many callers that are counted elsewhere.
    public func submit(bypassesLimit: Bool = false, _ job: @escaping Job) -> Bool {
        let (isTaken, isFirst) = state.withLockedValue { state in
            let hasRoom = bypassesLimit || state.jobs.count < DatabaseThread.maxWaiting
            guard !state.isClosed, hasRoom else { return (false, false) }
            state.jobs.append((job, bypassesLimit))
            if !bypassesLimit { state.use.waiting += 1 }
            defer { state.isStarted = true }
            return (true, !state.isStarted)
        }
        if isFirst { start() }
        if isTaken { arrivals.signal() }
        return isTaken
    }

    private func start() {
        let thread = Thread { [self] in run() }
        thread.name = name
        thread.start()
    }

    private func run() {
        var connection: Result<DatabaseConnection, DatabaseFileError> = .failure(.missing)
        while true {
            arrivals.wait()
            let (jobs, isClosed) = state.withLockedValue { state in
                defer { state.jobs = [] }
                state.use.isBusy = true
                return (state.jobs, state.isClosed)
            }
            for (job, bypassesLimit) in jobs {
                if !bypassesLimit { state.withLockedValue { $0.use.waiting -= 1 } }
                if case .failure = connection {
                    connection = Result { DatabaseConnection(try open(), of: file, index: index, onTrouble: onTrouble) }
                        .mapError { DatabaseFileError($0) }
                }
                job(connection)
            }
            let isOpen = if case .success = connection { true } else { false }
            state.withLockedValue { ($0.use.isBusy, $0.use.hasDatabaseOpen) = (false, isOpen) }
            if isClosed { return end(connection) }
        }
    }

    private func end(_ connection: Result<DatabaseConnection, DatabaseFileError>) {
        if case .success(let connection) = connection { connection.close() }
        let waiting = state.withLockedValue { state in
            state.isOver = true
            return state.closeHandlers
        }
        for tell in waiting { tell() }
    }
}
