import NIOCore

/// Runs tasks on the thread of an event loop, which sleeps while nothing happens.
///
/// The default executor of Linux does not: from its first job on, Dispatch watches the pool behind it with a timer that
/// fires every second for as long as the process lives. It also saves each request two changes of thread.
final class EventLoopTaskExecutor: TaskExecutor {
    private let loop: any EventLoop

    init(_ loop: any EventLoop) { self.loop = loop }

    /// Whether what it runs runs on that loop's thread.
    func isOf(_ loop: any EventLoop) -> Bool { self.loop === loop }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        loop.execute { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
