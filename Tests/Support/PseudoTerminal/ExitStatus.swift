import CPseudoTerminal

/// What a program on a pseudo-terminal did last.
public enum ExitStatus: Equatable, Sendable {
    /// It ended by itself, with that code.
    case exited(Int32)
    /// A signal ended it.
    case signalled(Int32)
    /// A signal suspended it.
    case stopped(Int32)
    /// It goes on after having been suspended.
    case continued

    /// Whether there is no process any more.
    public var isFinal: Bool {
        switch self {
        case .exited, .signalled: true
        case .stopped, .continued: false
        }
    }

    /// From one of the C target's kinds; `nil` when nothing changed.
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
