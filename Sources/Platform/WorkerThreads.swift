import CPlatform
import Dispatch
import Foundation
import NIOConcurrencyHelpers

/// Threads with one queue of jobs, for work that blocks, such as statements of a database. Each thread has a context,
/// such as a connection, which never leaves it.
///
/// A thread is started when a job finds none that is free, and lives until `close()`. A thread without a job sleeps and
/// never wakes up, unlike the threads of libdispatch's queues.
public final class WorkerThreads<Context>: Sendable {
    public typealias Job = @Sendable (Context) -> Void

    private struct State {
        var jobs: [(job: Job, bypassesLimit: Bool)] = []
        var load = WorkerLoad()
        var threads = 0
        var isStarting = false
        var isClosed = false
        /// Called when the last thread has ended.
        var closeHandlers: [@Sendable () -> Void] = []

        /// Whether the next job finds no free thread, and another one may be started. While one is being started, nobody
        /// else starts any: it starts the next one itself, so that many jobs at once do not keep whoever submits them.
        func needsThread(of count: Int) -> Bool {
            !isClosed && !isStarting && threads < count && jobs.count > threads - load.running
        }
    }

    private let name: String
    /// The maximum number of threads.
    public let count: Int
    private let maxWaiting: Int
    private let makeContext: @Sendable () -> Context
    private let isReady: @Sendable (Context) -> Bool
    private let end: @Sendable (Context) -> Void
    private let state = NIOLockedValueBox(State())
    private let arrivals = DispatchSemaphore(value: 0)

    /// Creates at most `count` threads. Of the jobs, `maxWaiting` may wait; more are refused. `makeContext` is called
    /// once on each thread, `isReady` after each job, and `end` at last.
    public init(
        name: String, count: Int, maxWaiting: Int, makeContext: @escaping @Sendable () -> Context,
        isReady: @escaping @Sendable (Context) -> Bool = { _ in true },
        end: @escaping @Sendable (Context) -> Void = { _ in }
    ) {
        (self.name, self.count, self.maxWaiting) = (name, max(1, count), maxWaiting)
        (self.makeContext, self.isReady, self.end) = (makeContext, isReady, end)
    }

    public var load: WorkerLoad {
        state.withLockedValue { state in
            var load = state.load
            load.waiting = state.jobs.count { !$0.bypassesLimit }
            return load
        }
    }

    /// Returns what `work` returns, run after all earlier jobs have begun, or `nil` if it is refused. Once accepted, it
    /// runs whether or not the calling task is cancelled.
    @discardableResult
    public func perform<Value: Sendable>(_ work: @escaping @Sendable (Context) -> Value) async -> Value? {
        await withCheckedContinuation { continuation in
            let isTaken = submit { continuation.resume(returning: work($0)) }
            if !isTaken { continuation.resume(returning: nil) }
        }
    }

    /// Submits a job without waiting for it. Returns whether it was accepted: not if the threads are closed, or if too
    /// many jobs wait, unless it `bypassesLimit`, that is, carries the work of many callers that are counted elsewhere.
    @discardableResult
    public func submit(bypassesLimit: Bool = false, _ job: @escaping Job) -> Bool {
        let isTaken = state.withLockedValue { state in
            guard !state.isClosed, bypassesLimit || state.jobs.count < maxWaiting else { return false }
            state.jobs.append((job, bypassesLimit))
            return true
        }
        guard isTaken else { return false }
        arrivals.signal()
        startMissingThread()
        return true
    }

    /// Ends the threads after all accepted jobs.
    public func close() {
        let threads = state.withLockedValue { state in
            defer { state.isClosed = true }
            return state.isClosed ? 0 : state.threads
        }
        for _ in 0..<threads { arrivals.signal() }
    }

    /// Calls `close()` and waits until the threads have ended.
    public func closed() async {
        close()
        await withCheckedContinuation { continuation in
            let isOver = state.withLockedValue { state in
                if state.threads > 0 { state.closeHandlers.append { continuation.resume() } }
                return state.threads == 0
            }
            if isOver { continuation.resume() }
        }
    }

    private func startMissingThread() {
        let isMissing = state.withLockedValue { state in
            guard state.needsThread(of: count) else { return false }
            state.isStarting = true
            state.threads += 1
            return true
        }
        if isMissing { Thread.start(name) { [self] in run() } }
    }

    private func run() {
        state.withLockedValue { $0.isStarting = false }
        startMissingThread()
        let context = makeContext()
        var wasReady = false
        while let job = next(wasReady) {
            job(context)
            wasReady = isReady(context)
            state.withLockedValue { state in
                state.load.running -= 1
                if wasReady { state.load.ready += 1 }
            }
        }
        end(context)
        let handlers = state.withLockedValue { state -> [@Sendable () -> Void] in
            state.threads -= 1
            return state.threads == 0 ? state.closeHandlers : []
        }
        for handler in handlers { handler() }
    }

    /// Waits for the next job. Returns `nil` if the threads were closed and no job is left.
    private func next(_ wasReady: Bool) -> Job? {
        arrivals.wait()
        return state.withLockedValue { state in
            if wasReady { state.load.ready -= 1 }
            // The semaphore counts the jobs, and the threads that have to end.
            guard !state.jobs.isEmpty else { return nil }
            state.load.running += 1
            return state.jobs.removeFirst().job
        }
    }
}

public struct WorkerLoad: Hashable, Sendable {
    public var running = 0
    /// The number of threads that have nothing to do and whose context is ready for the next job.
    public var ready = 0
    /// The number of waiting jobs, not counting those that bypass the limit.
    public var waiting = 0

    public init(running: Int = 0, ready: Int = 0, waiting: Int = 0) {
        (self.running, self.ready, self.waiting) = (running, ready, waiting)
    }
}

extension Thread {
    public static func start(_ name: String, _ body: @escaping @Sendable () -> Void) {
        let thread = Thread(block: body)
        thread.name = name
        thread.start()
    }
}

/// A task executor with a limited number of threads.
///
/// Replaces the default executor, whose first job starts a watch in libdispatch that wakes the process every second
/// from then on; an idle shop should sleep. Put `withTaskExecutorPreference(TaskThreadPool.shared)` around everything
/// that a program does, and create unstructured tasks with `Task(executorPreference:)`.
public final class TaskThreadPool: TaskExecutor {
    /// The pool with one thread for each processor, and some for jobs that wait for the disk meanwhile. Foundation's
    /// count of processors reads so much else about the machine that it takes longer than starting all threads.
    public static let shared = TaskThreadPool(count: Int(process_processors()) + 2)

    private let threads: WorkerThreads<Void>

    /// Creates a pool of at most `count` threads, which live as long as the process. The tasks wait in its queue, which
    /// therefore has no limit of its own.
    public init(count: Int) {
        threads = WorkerThreads(name: "tasks", count: count, maxWaiting: .max) {}
    }

    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        threads.submit { [self] in job.runSynchronously(on: asUnownedTaskExecutor()) }
    }
}
