import Terminal

/// The key bindings chosen by the user, by command name.
struct KeyChoices: Hashable, Sendable {
    private let keys: [String: [Key]]

    init(_ keys: [String: [Key]] = [:]) { self.keys = keys }

    var isEmpty: Bool { keys.isEmpty }

    /// The chosen keys of a command; `nil` if it keeps its default keys.
    subscript(command: Command) -> [Key]? { keys[command.name] }
}

extension KeyTable {
    /// Returns this table with the user's keys; a key assigned to one command is removed from all others. If `inText`
    /// is `true`, keys that type a character are ignored.
    func applying(_ choices: KeyChoices, inText: Bool = false) -> KeyTable {
        guard !choices.isEmpty else { return self }
        let chosen = map { choices[$0.command].flatMap { KeyTable.usable($0, inText: inText) } }
        let taken = Set(chosen.flatMap { $0 ?? [] })
        var table: KeyTable = []
        for (binding, keys) in zip(self, chosen) {
            var binding = keys.map { binding.having($0) } ?? binding.filteringKeys { !taken.contains($0) }
            // A binding without keys has no line that another one could share.
            if table.last?.keys.isEmpty == true { binding.isPaired = false }
            table.append(binding)
        }
        return table
    }

    /// Returns the keys that can be used; `nil` if all of them would type a character.
    private static func usable(_ keys: [Key], inText: Bool) -> [Key]? {
        guard inText else { return keys }
        let usable = keys.filter { if case .character = $0 { false } else { true } }
        return usable.isEmpty && !keys.isEmpty ? nil : usable
    }
}
