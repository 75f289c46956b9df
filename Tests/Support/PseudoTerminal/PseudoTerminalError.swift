import Glibc

/// Why a pseudo-terminal or the program on it could not do what was asked.
public enum PseudoTerminalError: Error, Equatable, CustomStringConvertible {
    /// A call to the system failed with that errno.
    case system(call: String, code: Int32)
    /// No program was started on this terminal yet, or one was started already.
    case wrongMoment(String)
    /// The program took no more input for that long.
    case inputStuck(milliseconds: Int)
    /// The master is closed, or nobody has the other side open.
    case hungUp

    public var description: String {
        switch self {
        case .system(let call, let code): "\(call): \(String(cString: strerror(code)))"
        case .wrongMoment(let what): what
        case .inputStuck(let milliseconds): "the program took no input for \(milliseconds) ms"
        case .hungUp: "the terminal is hung up"
        }
    }
}
