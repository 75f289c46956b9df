import TerminalText

struct NameSuggestionList: Hashable, Sendable {
    let names: [PlainText]
    /// The index of the chosen suggestion; `nil` if none is chosen.
    private(set) var chosen: Int?

    init(_ names: [PlainText] = []) { self.names = names }

    /// Chooses the suggestion `steps` further on, wrapping around.
    mutating func choose(_ steps: Int) {
        guard !names.isEmpty else { return }
        chosen = chosen.map { ($0 + steps + names.count) % names.count } ?? (steps > 0 ? 0 : names.count - 1)
    }
}
