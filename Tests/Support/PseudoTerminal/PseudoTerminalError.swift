import Glibc

/// An error of a pseudo-terminal or of the program on it.
public enum PseudoTerminalError: Error, Equatable, CustomStringConvertible {
    /// A system call failed with that errno.
    case system(call: String, code: Int32)
    /// No program was started on this terminal yet, or one was started already.
    case wrongMoment(String)
    /// The program accepted no input for that long.
    case inputStuck(milliseconds: Int)
    /// The master side is closed, or the slave side is open nowhere.
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
