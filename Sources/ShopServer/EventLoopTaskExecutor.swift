import NIOCore

/// A task executor that runs tasks on the thread of an event loop, which sleeps while it has no work.
///
/// The default executor on Linux does not sleep: from its first job on, Dispatch monitors the pool behind it with a
/// timer that fires every second for as long as the process lives. Running on the event loop also saves each request
/// two thread switches.
final class EventLoopTaskExecutor: TaskExecutor {
    private let loop: any EventLoop

    init(_ loop: any EventLoop) { self.loop = loop }

    func isOf(_ loop: any EventLoop) -> Bool { self.loop === loop }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        loop.execute { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
