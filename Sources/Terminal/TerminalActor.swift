import CNcurses
import Platform

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

/// A thread that runs an actor's jobs in order.
private final class TerminalThread: SerialExecutor {
    private let thread = WorkerThreads(name: "terminal", count: 1, maxWaiting: .max) {
        terminal_signals_prepare_thread()
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        thread.submit { [self] in job.runSynchronously(on: asUnownedSerialExecutor()) }
    }
}
