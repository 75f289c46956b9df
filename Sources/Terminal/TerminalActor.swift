import CNcurses
import Dispatch
import Glibc
import NIOConcurrencyHelpers

/// The thread that owns the terminal, as a global actor: everything that calls curses is isolated to it.
///
/// While the shop is open, the thread runs one job, the loop of `TerminalDevice.serve`, which sleeps in `poll`. So a
/// key is read, reduced and drawn without a suspension: a continuation always resumes on another executor first, which
/// would cost every key two thread switches.
@globalActor
public actor TerminalActor {
    public static let shared = TerminalActor()
    private static let thread = TerminalThread()

    public nonisolated var unownedExecutor: UnownedSerialExecutor { TerminalActor.thread.asUnownedSerialExecutor() }
}

/// A POSIX thread that runs an actor's jobs in order.
private final class TerminalThread: SerialExecutor {
    private let jobs = NIOLockedValueBox<[UnownedJob]>([])
    private let waiting = DispatchSemaphore(value: 0)

    init() {
        var thread = pthread_t()
        let argument = Unmanaged.passRetained(self).toOpaque()
        let status = pthread_create(
            &thread, nil,
            { argument in
                guard let argument else { return nil }
                terminal_signals_prepare_thread()
                Unmanaged<TerminalThread>.fromOpaque(argument).takeRetainedValue().run()
            }, argument)
        precondition(status == 0, "the system has no thread left for the terminal")
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        jobs.withLockedValue { $0.append(job) }
        waiting.signal()
    }

    private func run() -> Never {
        while true {
            waiting.wait()
            // The semaphore is signalled once for each job, so there is one.
            let job = jobs.withLockedValue { $0.removeFirst() }
            job.runSynchronously(on: asUnownedSerialExecutor())
        }
    }
}
