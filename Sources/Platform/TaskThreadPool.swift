import CPlatform
import Dispatch
import Foundation
import NIOConcurrencyHelpers

/// The threads that this program's tasks run on.
///
/// The default executor's will not do: its first job starts a watch in libdispatch that wakes the process every second
/// from then on, and a shop that nobody touches should sleep. Put `withTaskExecutorPreference(TaskThreadPool.shared)`
/// around everything that a program does, and make unstructured tasks with `Task(executorPreference:)`.
public final class TaskThreadPool: TaskExecutor {
    /// With a thread for each processor. Foundation would ask for much else of the machine to count them, which takes longer
    /// than to start all threads.
    public static let shared = TaskThreadPool(count: Int(process_processors()))

    private let jobs = NIOLockedValueBox<[UnownedJob]>([])
    private let waiting = DispatchSemaphore(value: 0)

    /// Starts `count` threads, which last as long as the process.
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
            // As many jobs were put in as were signalled, so there is one.
            let job = jobs.withLockedValue { $0.removeFirst() }
            job.runSynchronously(on: asUnownedTaskExecutor())
        }
    }
}
