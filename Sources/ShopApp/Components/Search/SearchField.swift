import Terminal
import TerminalText

/// What is looked for in a list or on a page: the line of text, and whether keys are typed into it.
struct SearchField: Hashable, Sendable {
    /// Scalars that anybody looks for.
    private static let longest = 64

    private(set) var field = TextField("", limit: SearchField.longest)
    var isTyping = true
    /// The pattern that the text makes.
    private(set) var pattern = SearchPattern()

    var text: String { field.value.string }

    /// Edits the text, if the command is one for that. Says whether something else is looked for now.
    mutating func perform(_ command: Command) -> Bool {
        guard let edit = command.edit else { return false }
        return change { $0.perform(edit) }
    }

    /// Types a key. Says whether something else is looked for now.
    mutating func type(_ key: Key) -> Bool {
        switch key {
        case .character(let character): change { $0.insert(character) }
        case .paste(let text): change { $0.paste(text) }
        default: false
        }
    }

    private mutating func change(_ edit: (inout TextField) -> Void) -> Bool {
        let before = text
        edit(&field)
        guard text != before else { return false }
        pattern = SearchPattern(text)
        return true
    }
}
