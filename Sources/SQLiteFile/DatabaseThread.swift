import Dispatch
import Foundation
import GRDB
import NIOConcurrencyHelpers

/// The one thread that touches a database, which it opens with the first thing it is asked. It sleeps for good while
/// there is nothing to do, which the threads of libdispatch's queues do not.
public final class DatabaseThread: Sendable {
    public typealias Job = @Sendable (Result<DatabaseConnection, DatabaseFileError>) -> Void

    private struct State {
        var jobs: [(job: Job, isForMany: Bool)] = []
        var use = Use()
        var isStarted = false
        var isClosed = false
        var isOver = false
        /// Called when the thread has ended.
        var whenOver: [@Sendable () -> Void] = []
    }

    /// Pieces of work that may wait; more is refused rather than kept waiting.
    private static let mostWaiting = 1_024

    private let name: String
    private let file: DatabaseFile
    private let index: LogIndex
    private let open: @Sendable () throws -> OpenedDatabase
    private let onTrouble: @Sendable (DatabaseFileError?) -> Void
    private let state = NIOLockedValueBox(State())
    private let arrivals = DispatchSemaphore(value: 0)

    /// `open` is called on the thread to open `file`; where it fails, again for the next piece of work. `onTrouble` is
    /// called on the thread when trouble begins, becomes another, or, with `nil`, ends.
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

    /// What `work` returns, done after all that was asked before. Once it was taken it is done, whether or not the
    /// task that asked is cancelled meanwhile. What it committed to a file that is not at its path any more is an error.
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

    /// Does `work` some time, if the database can be opened and not too much is waiting.
    public func enqueue(_ work: @escaping @Sendable (DatabaseQueue) -> Void) {
        _ = submit { if case .success(let connection) = $0 { try? connection.perform(work) } }
    }

    /// What it does at the moment.
    public struct Use: Hashable, Sendable {
        public var isBusy = false
        public var hasDatabaseOpen = false
        /// Pieces of work that wait, without those for many who wait elsewhere.
        public var waiting = 0
    }

    public var use: Use { state.withLockedValue(\.use) }

    /// Tells, on any thread and without waiting, whether anything was committed since; `nil` while that is not known.
    public var commitMark: CommitMark? { index.mark }

    /// Ends the thread once everything that was taken is done, and closes the database.
    public func close() {
        state.withLockedValue { $0.isClosed = true }
        arrivals.signal()
    }

    /// The same, and returns when it has ended.
    public func closed() async {
        await withCheckedContinuation { continuation in
            let isOver = state.withLockedValue { state in
                let isOver = state.isOver || !state.isStarted
                if !isOver { state.whenOver.append { continuation.resume() } }
                return isOver
            }
            close()
            if isOver { continuation.resume() }
        }
    }

    /// Whether the job was taken: where not too much waits already, unless it `isForMany`, and nobody closed the thread.
    public func submit(isForMany: Bool = false, _ job: @escaping Job) -> Bool {
        let (isTaken, isFirst) = state.withLockedValue { state in
            let hasRoom = isForMany || state.jobs.count < DatabaseThread.mostWaiting
            guard !state.isClosed, hasRoom else { return (false, false) }
            state.jobs.append((job, isForMany))
            if !isForMany { state.use.waiting += 1 }
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
            for (job, isForMany) in jobs {
                if !isForMany { state.withLockedValue { $0.use.waiting -= 1 } }
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
            return state.whenOver
        }
        for tell in waiting { tell() }
    }
}
