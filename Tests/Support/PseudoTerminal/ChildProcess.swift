import CPseudoTerminal
import Glibc

/// A child that leads a process group, watched through a process descriptor and reaped at the latest when this goes.
final class ChildProcess {
    let identifier: pid_t
    private let descriptor: Int32
    private var last: ExitStatus?

    init(identifier: pid_t) {
        self.identifier = identifier
        descriptor = pseudo_terminal_open_process(identifier)
    }

    deinit {
        // Only while the process is ours: once reaped, its number may belong to anyone.
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

    /// The next change, or the final one again.
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

    /// An end wakes the wait at once; nothing but asking tells of a stop, so it is asked for this often.
    private static let tick = 5
    /// A killed process ends as soon as the kernel gets to it.
    private static let farewell = 5_000
}
