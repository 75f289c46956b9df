import CPseudoTerminal

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
