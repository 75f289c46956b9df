/// What the parser of the command line says of arguments that it does not understand.
enum UsageMessage {
    /// `message` without those of `arguments` that it repeats and that may hold a password or a token: all but short words
    /// and names of options, in which somebody may find a slip.
    static func redacted(_ message: String, _ arguments: [String]) -> String {
        let values = arguments.flatMap { argument in
            [argument] + argument.split(separator: "=", maxSplits: 1).dropFirst().map(String.init)
        }
        return values.filter { !isWord($0) }.reduce(message) { $0.replacing("'\($1)'", with: "(not shown)") }
    }

    private static let longestWord = 24

    private static func isWord(_ text: String) -> Bool {
        text.utf8.count <= longestWord && text.allSatisfy { $0 == "-" || $0.isASCII && $0.isLetter }
    }
}
