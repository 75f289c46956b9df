/// Redacts the error messages of the command-line parser.
enum UsageMessage {
    /// Returns `message` with each of `arguments` that it quotes and that may contain a password or a token replaced:
    /// all but short words and option names, in which the user may look for a typing error.
    static func redacted(_ message: String, _ arguments: [String]) -> String {
        let values = arguments.flatMap { argument in
            [argument] + argument.split(separator: "=", maxSplits: 1).dropFirst().map(String.init)
        }
        return values.filter { !isWord($0) }.reduce(message) { $0.replacing("'\($1)'", with: "(not shown)") }
    }

    private static let maxWordLength = 24

    private static func isWord(_ text: String) -> Bool {
        text.utf8.count <= maxWordLength && text.allSatisfy { $0 == "-" || $0.isASCII && $0.isLetter }
    }
}
