import Dispatch
import Foundation
import GRDB
import NIOConcurrencyHelpers

/// The one thread that touches a database, which it opens with the first thing it is asked. It sleeps for good while
/// there is nothing to do, which the threads of libdispatch's queues do not.
public final class DatabaseThread: Sendable {
    typealias Job = @Sendable (Result<DatabaseQueue, DatabaseFileError>) -> Void

    private struct State {
        var jobs: [Job] = []
        var isStarted = false
        var isClosed = false
    }

    /// Pieces of work that may wait; more is refused rather than kept waiting.
    private static let mostWaiting = 1_024

    private let name: String
    private let open: @Sendable () throws -> DatabaseQueue
    private let state = NIOLockedValueBox(State())
    private let arrivals = DispatchSemaphore(value: 0)

    /// `open` is called on the thread; where it fails, it is called again for the next piece of work.
    public init(name: String, open: @escaping @Sendable () throws -> DatabaseQueue) {
        self.name = name
        self.open = open
    }

    /// What `work` returns, done after all that was asked before. Once it was taken it is done, whether or not the
    /// task that asked is cancelled meanwhile.
    public func perform<Value: Sendable>(
        _ work: @escaping @Sendable (DatabaseQueue) throws -> Value
    ) async throws(DatabaseFileError) -> Value {
        let outcome: Result<Value, DatabaseFileError> = await withCheckedContinuation { continuation in
            let isTaken = submit { database in
                let outcome = database.flatMap { database in
                    Result { try work(database) }.mapError { DatabaseFileError($0) }
                }
                continuation.resume(returning: outcome)
            }
            if !isTaken { continuation.resume(returning: .failure(.busy)) }
        }
        return try outcome.get()
    }

    /// Does `work` some time, if the database can be opened and not too much is waiting.
    public func enqueue(_ work: @escaping @Sendable (DatabaseQueue) -> Void) {
        _ = submit { if case .success(let database) = $0 { work(database) } }
    }

    /// Ends the thread once everything that was taken is done, and closes the database.
    public func close() {
        state.withLockedValue { $0.isClosed = true }
        arrivals.signal()
    }

    /// Whether the job was taken.
    private func submit(_ job: @escaping Job) -> Bool {
        let (isTaken, isFirst) = state.withLockedValue { state in
            guard !state.isClosed, state.jobs.count < DatabaseThread.mostWaiting else { return (false, false) }
            state.jobs.append(job)
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
        var database: Result<DatabaseQueue, DatabaseFileError> = .failure(.missing)
        while true {
            arrivals.wait()
            let (jobs, isClosed) = state.withLockedValue { state in
                defer { state.jobs = [] }
                return (state.jobs, state.isClosed)
            }
            for job in jobs {
                if case .failure = database { database = Result(catching: open).mapError { DatabaseFileError($0) } }
                job(database)
            }
            if isClosed { return }
        }
    }
}
