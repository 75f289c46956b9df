import PseudoTerminal

/// Why a program on a terminal did not come to what was waited for. Carries the screen, since that is what explains it.
public enum ProbeError: Error, CustomStringConvertible {
    /// The time ran out.
    case notSeen(String, seconds: Double, screen: [String])
    /// The program closed its terminal first.
    case ended(String, ExitStatus?, screen: [String])
    /// The program runs on.
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
