import Terminal
import TerminalText

/// A search in lines that are all known, such as those of the help page and of the command palette.
struct LineSearch: Hashable, Sendable {
    private let entries: [SearchEntry]
    private let index: SearchIndex
    private(set) var field = SearchField()
    /// The lines that match, in ascending order.
    private(set) var hits: [SearchHit]
    /// The title that is nearest to the search text, if nothing matches; `nil` if none is near.
    private(set) var nearest: String?

    init(_ entries: [SearchEntry]) {
        self.entries = entries
        index = SearchIndex(entries)
        hits = index.hits(matching: field.pattern)
    }

    var isEmpty: Bool { field.pattern.isEmpty }

    /// Edits the text if the command is an editing command, or takes the nearest title. Returns whether the search text
    /// changed.
    mutating func perform(_ command: Command) -> Bool {
        switch command {
        case .takeNearest: nearest.map { title in change { $0.replace(with: title) } } ?? false
        case .clearSearch: change { $0.replace(with: "") }
        default: change { $0.perform(command) }
        }
    }

    mutating func type(_ key: Key) -> Bool { change { $0.type(key) } }

    private mutating func change(_ edit: (inout SearchField) -> Bool) -> Bool {
        guard edit(&field) else { return false }
        hits = index.hits(matching: field.pattern)
        nearest = hits.isEmpty ? index.nearest(to: field.pattern).flatMap { entries[$0.row].titles.first } : nil
        return true
    }
}
