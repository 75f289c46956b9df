import CTestSupport
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

/// The latest change of state of a program on a pseudo-terminal.
public enum ExitStatus: Equatable, Sendable {
    /// It exited with that code.
    case exited(Int32)
    /// It was killed by that signal.
    case signalled(Int32)
    /// It was stopped by that signal.
    case stopped(Int32)
    /// It was resumed after a stop.
    case continued

    /// Whether the process has ended.
    public var isFinal: Bool {
        switch self {
        case .exited, .signalled: true
        case .stopped, .continued: false
        }
    }

    /// Creates a status from one of the C target's kinds. Returns `nil` if nothing changed.
    init?(kind: Int32, value: Int32) {
        switch Int(kind) {
        case PSEUDO_TERMINAL_EXITED: self = .exited(value)
        case PSEUDO_TERMINAL_SIGNALLED: self = .signalled(value)
        case PSEUDO_TERMINAL_STOPPED: self = .stopped(value)
        case PSEUDO_TERMINAL_CONTINUED: self = .continued
        default: return nil
        }
    }
}

/// A null-terminated array of C strings, as `exec` takes it, freed with its owner.
final class CStrings {
    let pointers: [UnsafeMutablePointer<CChar>?]

    init(_ strings: [String]) {
        pointers = strings.map { strdup($0) } + [nil]
    }

    deinit {
        for pointer in pointers { free(pointer) }
    }
}

/// Waits for a file descriptor.
enum Poll {
    /// Waits up to `milliseconds` for `events`, continuing after interruptions. Returns whether the descriptor became
    /// ready or failed.
    static func wait(_ descriptor: Int32, for events: Int32, milliseconds: Int) -> Bool {
        var entry = pollfd(fd: descriptor, events: Int16(events), revents: 0)
        let deadline = ContinuousClock.now + .milliseconds(milliseconds)
        var left = milliseconds
        while true {
            let ready = poll(&entry, 1, Int32(clamping: max(0, left)))
            if ready >= 0 || errno != EINTR { return ready > 0 }
            left = Int((deadline - .now) / .milliseconds(1))
        }
    }
}
