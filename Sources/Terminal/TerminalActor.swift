import CNcurses
import Glibc
import Synchronization

/// The thread that owns the terminal, as an actor: whatever touches curses is isolated to it.
///
/// Its executor waits for keys and for jobs in one `poll`, so that a key is read, reduced and drawn without ever
/// changing threads.
@globalActor
public actor TerminalActor {
    public static let shared = TerminalActor()
    private static let thread = TerminalThread()

    public nonisolated var unownedExecutor: UnownedSerialExecutor { TerminalActor.thread.asUnownedSerialExecutor() }

    /// Why a wait ended.
    enum WakeReason: Sendable { case input, bell }

    /// Waits until `descriptor` has input, or hangs up, or the bell rings; one waiter at a time.
    @TerminalActor
    static func wait(for descriptor: Int32) async -> WakeReason {
        await withCheckedContinuation { thread.wait(for: descriptor, $0) }
    }

    /// Ends the present wait, or the next one if there is none. Safe on any thread.
    nonisolated static func ring() { thread.ring() }

    /// The descriptor that a signal handler rings the bell with.
    nonisolated static var bell: Int32 { thread.bell }
}

/// A POSIX thread that runs an actor's jobs, and polls a descriptor when there are none.
private final class TerminalThread: SerialExecutor {
    private struct State {
        var jobs: [UnownedJob] = []
        var waiter: Waiter?
        var hasRung = false
        /// Whether the thread may be asleep in `poll`, so that a new job must wake it.
        var isPolling = false
    }

    private struct Waiter {
        let descriptor: Int32
        let continuation: CheckedContinuation<TerminalActor.WakeReason, Never>
    }

    let bell: Int32
    private let state = Mutex(State())

    init() {
        bell = terminal_bell_open()
        startThread()
    }

    private func startThread() {
        var thread = pthread_t()
        let argument = Unmanaged.passRetained(self).toOpaque()
        let status = pthread_create(
            &thread, nil,
            { argument in
                guard let argument else { return nil }
                terminal_signals_use_own_stack()
                Unmanaged<TerminalThread>.fromOpaque(argument).takeRetainedValue().run()
            }, argument)
        precondition(status == 0 && bell >= 0, "the system has no thread or descriptor left for the terminal")
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let isAsleep = state.withLock { state in
            state.jobs.append(job)
            return state.isPolling
        }
        if isAsleep { wake() }
    }

    func wait(for descriptor: Int32, _ continuation: CheckedContinuation<TerminalActor.WakeReason, Never>) {
        let hasRung = state.withLock { state in
            if state.hasRung {
                state.hasRung = false
                return true
            }
            state.waiter = Waiter(descriptor: descriptor, continuation: continuation)
            return false
        }
        if hasRung { continuation.resume(returning: .bell) }
    }

    func ring() {
        let waiter = state.withLock { state in
            if state.waiter == nil { state.hasRung = true }
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.continuation.resume(returning: .bell)
    }

    private func wake() {
        var one: UInt64 = 1
        _ = write(bell, &one, MemoryLayout<UInt64>.size)
    }

    private func run() -> Never {
        while true {
            let (jobs, waiter) = state.withLock { state in
                defer { state.jobs.removeAll(keepingCapacity: true) }
                state.isPolling = state.jobs.isEmpty
                return (state.jobs, state.waiter)
            }
            if jobs.isEmpty {
                poll(waiter)
            } else {
                for job in jobs { job.runSynchronously(on: asUnownedSerialExecutor()) }
            }
        }
    }

    private func poll(_ waiter: Waiter?) {
        var descriptors = [pollfd(fd: bell, events: Int16(POLLIN), revents: 0)]
        if let waiter { descriptors.append(pollfd(fd: waiter.descriptor, events: Int16(POLLIN), revents: 0)) }
        let count = Glibc.poll(&descriptors, nfds_t(descriptors.count), -1)
        state.withLock { $0.isPolling = false }
        guard count > 0 else { return }
        if descriptors.count > 1, descriptors[1].revents != 0 { end(.input) }
        if descriptors[0].revents != 0 { answerBell() }
    }

    private func answerBell() {
        var rings: UInt64 = 0
        _ = read(bell, &rings, MemoryLayout<UInt64>.size)
        // A new job rings the same bell; only a signal concerns the one who waits.
        if terminal_signals_pending() { end(.bell) }
    }

    private func end(_ reason: TerminalActor.WakeReason) {
        let waiter = state.withLock { state in
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.continuation.resume(returning: reason)
    }
}
