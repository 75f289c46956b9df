import Dispatch
import Foundation
import NIOConcurrencyHelpers

/// A pool of threads with a connection each, which share one queue of jobs. A thread starts when all others are busy,
/// and never wakes up while there is nothing to do.
final class ConnectionPool: Sendable {
    typealias Job = @Sendable (PooledConnection) -> Void

    private struct State {
        var jobs: [(job: Job, bypassesLimit: Bool)] = []
        var running = 0
        /// The number of threads that have a connection and nothing to do.
        var idle = 0
        var threads = 0
        var isClosed = false
        /// Called when the last thread has ended.
        var closeHandlers: [@Sendable () -> Void] = []
    }

    private let name: String
    private let size: Int
    private let maxWaiting: Int
    private let makeConnection: @Sendable () -> PooledConnection
    private let state = NIOLockedValueBox(State())
    private let arrivals = DispatchSemaphore(value: 0)

    /// Creates a pool with at most `size` threads and `maxWaiting` waiting jobs. `makeConnection` is called once on
    /// each thread.
    init(name: String, size: Int, maxWaiting: Int, makeConnection: @escaping @Sendable () -> PooledConnection) {
        (self.name, self.size, self.maxWaiting) = (name, size, maxWaiting)
        self.makeConnection = makeConnection
    }

    /// The current load. Jobs submitted with `bypassesLimit` are not counted as waiting: their callers are counted
    /// elsewhere.
    var use: StorePool {
        state.withLockedValue { state in
            StorePool(
                name: name, most: size, used: state.running, idle: state.idle,
                waiting: state.jobs.count { !$0.bypassesLimit })
        }
    }

    /// Returns what `work` returns. Throws what it throws, or `StoreError.overloaded` if too many jobs wait.
    func perform<Value: Sendable>(_ work: @escaping @Sendable (PooledConnection) throws -> Value) async throws -> Value
    {
        try await withCheckedThrowingContinuation { continuation in
            let isTaken = submit { connection in
                do {
                    continuation.resume(returning: try work(connection))
                } catch {
                    continuation.resume(throwing: error)
                }
            }
            if !isTaken { continuation.resume(throwing: StoreError.overloaded) }
        }
    }

    /// Submits a job. Returns whether it was accepted: not if the pool is closed, or if too many jobs wait, unless it
    /// `bypassesLimit`.
    func submit(bypassesLimit: Bool = false, _ job: @escaping Job) -> Bool {
        let (isTaken, isStarting) = state.withLockedValue { state in
            guard !state.isClosed, bypassesLimit || state.jobs.count < maxWaiting else { return (false, false) }
            state.jobs.append((job, bypassesLimit))
            let isStarting = state.threads < min(size, state.jobs.count + state.running)
            if isStarting { state.threads += 1 }
            return (true, isStarting)
        }
        if isStarting { start() }
        if isTaken { arrivals.signal() }
        return isTaken
    }

    /// Ends the threads after all accepted jobs, and closes their connections.
    func close() {
        let threads = state.withLockedValue { state in
            defer { state.isClosed = true }
            return state.isClosed ? 0 : state.threads
        }
        for _ in 0..<threads { arrivals.signal() }
    }

    /// Calls `close()` and waits until the threads have ended.
    func closed() async {
        close()
        await withCheckedContinuation { continuation in
            let isOver = state.withLockedValue { state in
                if state.threads > 0 { state.closeHandlers.append { continuation.resume() } }
                return state.threads == 0
            }
            if isOver { continuation.resume() }
        }
    }

    private func start() {
        let thread = Thread { [self] in run(makeConnection()) }
        thread.name = name
        thread.start()
    }

    private func run(_ connection: PooledConnection) {
        while let job = next(connection) {
            job(connection)
            state.withLockedValue { state in
                state.running -= 1
                if connection.isOpen { state.idle += 1 }
            }
        }
        let tell = state.withLockedValue { state -> [@Sendable () -> Void] in
            state.threads -= 1
            return state.threads == 0 ? state.closeHandlers : []
        }
        for tell in tell { tell() }
    }

    /// Waits for the next job. Returns `nil` if the pool was closed and no job is left.
    private func next(_ connection: PooledConnection) -> Job? {
        arrivals.wait()
        return state.withLockedValue { state in
            if connection.isOpen { state.idle -= 1 }
            guard !state.jobs.isEmpty else { return nil }
            state.running += 1
            return state.jobs.removeFirst().job
        }
    }
}
