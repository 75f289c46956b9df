import CPseudoTerminal
import Glibc

/// A child process that leads a process group. It is watched through a pidfd, and killed and reaped on
/// deinitialization.
final class ChildProcess {
    let identifier: pid_t
    private let descriptor: Int32
    private var last: ExitStatus?

    init(identifier: pid_t) {
        self.identifier = identifier
        descriptor = pseudo_terminal_open_process(identifier)
    }

    deinit {
        // Only while the process is not reaped: afterwards its number may belong to another process.
        if !isGone {
            kill(-identifier, SIGKILL)
            kill(identifier, SIGKILL)
            while let status = status(waitingMilliseconds: ChildProcess.farewell), !status.isFinal {}
        }
        if descriptor >= 0 { close(descriptor) }
    }

    func signal(_ number: Int32) throws(PseudoTerminalError) {
        guard !isGone else { return }
        if kill(identifier, number) != 0 { throw .system(call: "kill", code: errno) }
    }

    /// Waits for the next change of state and returns it. Returns the final status again once the process has ended,
    /// and `nil` if nothing changes in time.
    func status(waitingMilliseconds: Int) -> ExitStatus? {
        if isGone { return last }
        let deadline = ContinuousClock.now + .milliseconds(waitingMilliseconds)
        while true {
            if let change = change() {
                last = change
                return change
            }
            let left = Int((deadline - .now) / .milliseconds(1))
            guard left > 0 else { return nil }
            _ = Poll.wait(descriptor, for: POLLIN, milliseconds: min(left, ChildProcess.tick))
        }
    }

    private var isGone: Bool { last?.isFinal ?? false }

    private func change() -> ExitStatus? {
        var value: Int32 = 0
        return ExitStatus(kind: pseudo_terminal_status(identifier, &value), value: value)
    }

    /// The polling interval in milliseconds: the pidfd reports an exit at once, but a stop is only found by asking.
    private static let tick = 5
    /// The time in milliseconds to wait for a killed process: it ends as soon as the kernel gets to it.
    private static let farewell = 5_000
}
