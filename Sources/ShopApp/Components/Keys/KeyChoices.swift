import Terminal

/// The keys that the user gave to commands, by the commands' names.
struct KeyChoices: Hashable, Sendable {
    private let keys: [String: [Key]]

    init(_ keys: [String: [Key]] = [:]) { self.keys = keys }

    var isEmpty: Bool { keys.isEmpty }

    /// The keys of a command; `nil` where it has its usual ones.
    subscript(command: Command) -> [Key]? { keys[command.name] }
}

extension KeyTable {
    /// The same with the keys that the user chose; what another command had of them is its no more. Where letters are
    /// typed, only keys that type nothing can be chosen.
    func applying(_ choices: KeyChoices, inText: Bool = false) -> KeyTable {
        guard !choices.isEmpty else { return self }
        let chosen = map { choices[$0.command].flatMap { KeyTable.usable($0, inText: inText) } }
        let taken = Set(chosen.flatMap { $0 ?? [] })
        var table: KeyTable = []
        for (binding, keys) in zip(self, chosen) {
            var binding = keys.map { binding.having($0) } ?? binding.keeping { !taken.contains($0) }
            // Nothing stands beside what has no keys.
            if table.last?.keys.isEmpty == true { binding.isPaired = false }
            table.append(binding)
        }
        return table
    }

    /// None where all of them would be typed.
    private static func usable(_ keys: [Key], inText: Bool) -> [Key]? {
        guard inText else { return keys }
        let usable = keys.filter { if case .character = $0 { false } else { true } }
        return usable.isEmpty && !keys.isEmpty ? nil : usable
    }
}
