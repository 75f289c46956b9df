import PseudoTerminal

/// Why a program could not be measured.
enum MeasuringError: Error, CustomStringConvertible {
    case ended(String, ExitStatus?, screen: [String])
    case notSeen(String, ScreenFact, screen: [String])
    case stuck(String)
    case restless(String)
    case notBuilt(String)
    case notInstalled(String)
    case notCounted(String)
    case shopClosed
    case orderRefused
    case silentStream
    case pgbench(String)
    case missing(String)
    case strangeAnswer(String)

    var description: String {
        switch self {
        case .ended(let name, let status, let screen):
            "\(name) ended (\(status.map { "\($0)" } ?? "no status")):\n" + MeasuringError.frame(screen)
        case .notSeen(let name, let fact, let screen):
            "\(name) never showed \(fact):\n" + MeasuringError.frame(screen)
        case .stuck(let name): "\(name) takes no more keys."
        case .restless(let name): "\(name) does not stop writing."
        case .notBuilt(let path): "\(path) is missing. Build everything first: swift build -c release"
        case .notInstalled(let tool): "\(tool) is missing. On Debian: apt-get install binutils valgrind"
        case .notCounted(let what): "Valgrind does not say how many instructions there were: \(what)"
        case .orderRefused: "The shop did not take an order that it should have taken."
        case .silentStream: "A stream did not tell what changed."
        case .pgbench(let output): "pgbench does not say how much it did:\n\(output)"
        case .missing(let program): "\(program) is not installed."
        case .strangeAnswer(let text): "An answer that was not expected: \(text)"
        case .shopClosed: "The shop's server ended before it was ready."
        }
    }

    private static func frame(_ screen: [String]) -> String {
        screen.reversed().drop { $0.isEmpty }.reversed().map { "| \($0)" }.joined(separator: "\n")
    }
}
