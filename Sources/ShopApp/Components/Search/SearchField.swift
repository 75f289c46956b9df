import Terminal
import TerminalText

/// The search text of a list or page, and whether keys are typed into it.
struct SearchField: Hashable, Sendable {
    /// The maximum number of scalars of a search text.
    private static let longest = 64

    private(set) var field = TextField("", limit: SearchField.longest)
    var isTyping = true
    /// The search pattern of the text.
    private(set) var pattern = SearchPattern()

    var text: String { field.value.string }

    /// Edits the text if the command is an editing command. Returns whether the search text changed.
    mutating func perform(_ command: Command) -> Bool {
        guard let edit = command.edit else { return false }
        return change { $0.perform(edit) }
    }

    /// Types a key. Returns whether the search text changed.
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
