import CPlatform
import Dispatch
import Foundation
import NIOConcurrencyHelpers

/// A task executor with a fixed number of threads.
///
/// Replaces the default executor, whose first job starts a watch in libdispatch that wakes the process every second
/// from then on; an idle shop should sleep. Put `withTaskExecutorPreference(TaskThreadPool.shared)` around everything
/// that a program does, and create unstructured tasks with `Task(executorPreference:)`.
public final class TaskThreadPool: TaskExecutor {
    /// The pool with one thread for each processor, and some for jobs that wait for the disk meanwhile. Foundation's
    /// count of processors reads so much else about the machine that it takes longer than starting all threads.
    public static let shared = TaskThreadPool(count: Int(process_processors()) + 2)

    private let jobs = NIOLockedValueBox<[UnownedJob]>([])
    private let waiting = DispatchSemaphore(value: 0)

    /// Starts `count` threads, which live as long as the process.
    public init(count: Int) {
        for number in 0..<max(1, count) {
            let thread = Thread { [self] in run() }
            thread.name = "tasks \(number)"
            thread.start()
        }
    }

    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        jobs.withLockedValue { $0.append(job) }
        waiting.signal()
    }

    private func run() {
        while true {
            waiting.wait()
            // The semaphore counts the jobs, so there is one.
            let job = jobs.withLockedValue { $0.removeFirst() }
            job.runSynchronously(on: asUnownedTaskExecutor())
        }
    }
}
