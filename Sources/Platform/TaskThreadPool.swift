import CPlatform
import Dispatch
import Foundation
import NIOConcurrencyHelpers

/// A task executor with a limited number of threads. A thread is started when a job finds none that is free.
///
/// Replaces the default executor, whose first job starts a watch in libdispatch that wakes the process every second
/// from then on; an idle shop should sleep. Put `withTaskExecutorPreference(TaskThreadPool.shared)` around everything
/// that a program does, and create unstructured tasks with `Task(executorPreference:)`.
public final class TaskThreadPool: TaskExecutor {
    /// The pool with one thread for each processor, and some for jobs that wait for the disk meanwhile. Foundation's
    /// count of processors reads so much else about the machine that it takes longer than starting all threads.
    public static let shared = TaskThreadPool(count: Int(process_processors()) + 2)

    private struct State {
        var jobs: [UnownedJob] = []
        /// The number of threads that run no job, including one that is being started.
        var free = 0
        var started = 0
        var isStarting = false
    }

    private let count: Int
    private let state = NIOLockedValueBox(State())
    private let waiting = DispatchSemaphore(value: 0)

    /// Creates a pool of at most `count` threads, which live as long as the process.
    public init(count: Int) { self.count = max(1, count) }

    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        state.withLockedValue { $0.jobs.append(job) }
        waiting.signal()
        startMissingThread()
    }

    /// Starts a thread if there are more jobs than free threads. While one is being started, nobody else starts any: it
    /// starts the next one itself, so that many jobs at once do not keep whoever enqueues them.
    private func startMissingThread() {
        let number: Int? = state.withLockedValue {
            guard $0.jobs.count > $0.free, $0.started < count, !$0.isStarting else { return nil }
            $0.isStarting = true
            $0.started += 1
            $0.free += 1
            return $0.started
        }
        guard let number else { return }
        let thread = Thread { [self] in run() }
        thread.name = "tasks \(number)"
        thread.start()
    }

    private func run() {
        state.withLockedValue { $0.isStarting = false }
        startMissingThread()
        while true {
            waiting.wait()
            // The semaphore counts the jobs, so there is one.
            let job = state.withLockedValue {
                $0.free -= 1
                return $0.jobs.removeFirst()
            }
            job.runSynchronously(on: asUnownedTaskExecutor())
            state.withLockedValue { $0.free += 1 }
        }
    }
}
