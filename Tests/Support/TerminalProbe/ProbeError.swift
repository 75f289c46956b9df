import PseudoTerminal

/// The error if a program on a terminal does not reach an expected state. It includes the screen, to explain the
/// failure.
public enum ProbeError: Error, CustomStringConvertible {
    /// The timeout expired.
    case notSeen(String, seconds: Double, screen: [String])
    /// The program closed its terminal first, or it ended.
    case ended(String, ExitStatus?, screen: [String])
    /// The program is still running.
    case notEnded(seconds: Double, screen: [String])

    public var description: String {
        switch self {
        case .notSeen(let what, let seconds, let screen):
            "not within \(seconds) s: \(what)\n" + ProbeError.frame(screen)
        case .ended(let what, let status, let screen):
            "the program ended (\(status.map { "\($0)" } ?? "no status")) before: \(what)\n" + ProbeError.frame(screen)
        case .notEnded(let seconds, let screen):
            "the program did not end within \(seconds) s\n" + ProbeError.frame(screen)
        }
    }

    private static func frame(_ screen: [String]) -> String {
        screen.map { "| \($0)" }.joined(separator: "\n")
    }
}
