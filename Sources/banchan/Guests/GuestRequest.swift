import ShopApp

/// A guest's request: to open the shop, or to print the output of one of a few commands.
enum GuestRequest: Equatable, Sendable {
    case visit
    /// One of `commands` with options that only affect its output, in that language if one is named.
    case print([String], Language?)

    static let commands = ["menu", "juice", "drinks"]
    private static let languages = ["ko": Language.korean, "en": .english]
    /// The maximum length in bytes, far more than any allowed request has.
    private static let longest = 80

    /// Parses what the client asked sshd to run. Returns `nil` if it is refused. The text is split at blanks and its
    /// words are compared: no shell, and nothing that expands words, ever sees it.
    init?(_ text: String?) {
        guard let text, !text.isEmpty else {
            self = .visit
            return
        }
        guard text.utf8.count <= GuestRequest.longest, text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else {
            return nil
        }
        var words = text.split(separator: " ").map(String.init)[...]
        guard let command = words.popFirst(), GuestRequest.commands.contains(command) else { return nil }
        var (options, language): ([String], Language?) = ([], nil)
        while let word = words.popFirst() {
            switch word {
            case "--json" where options.isEmpty: options = [word]
            case "--lang" where language == nil:
                guard let named = words.popFirst().flatMap({ GuestRequest.languages[$0] }) else { return nil }
                language = named
            default: return nil
            }
        }
        self = .print([command] + options, language)
    }
}
