import Canvas
import Terminal

/// The keys of a counter, at the cursor or anywhere.
struct CounterKeys: Hashable, Sendable {
    /// Its own keys, which precede the common ones.
    var own: KeyTable = []
    /// Its own keys for keepers, which follow the common ones up to `refetch`.
    var keeper: KeyTable = []
    /// The common commands that make no sense on its list.
    var dropped: Set<Command> = []
    /// The commands that have no effect at the cursor. Their keys only say why, and are not offered.
    var off: Set<Command> = []

    init(_ own: KeyTable, keeper: KeyTable = [], dropping dropped: Set<Command> = [], off: Set<Command> = []) {
        self.own = own
        self.keeper = keeper
        self.dropped = dropped
        self.off = off
    }

    /// Returns them together with the keys that are the same on all lists.
    func beside(_ common: KeyTable) -> KeyTable {
        let kept = dropped.isEmpty ? common : common.filter { !dropped.contains($0.command) }
        return own + (keeper.isEmpty ? kept : kept.inserting(keeper, before: .refetch))
    }
}

/// Everything that the keys at the cursor depend on. Comparing two of them is cheap, since their tables are shared.
struct KeysAtCursor: Equatable {
    /// The keys of the shown counter; `nil` if a layer or a search text receives the keys.
    var counter: CounterKeys?
    /// The keys on the item for sale; empty if there is none.
    var sale: KeyTable = []
    /// The keys that are the same on all lists, or else those of what receives the keys.
    var common: KeyTable
    /// The commands without effect, besides those of the counter.
    var off: Set<Command> = []
    /// Whether a folded section is selected.
    var isFolded = false
    /// Whether the list shows the matches of a search.
    var isFound = false
    var isInText = false
    /// The keys that the user configured.
    var choices: KeyChoices

    /// The keys that work, also those that only say why they have no effect.
    var all: KeyTable {
        guard let counter else { return (sale + common).applying(choices, inText: isInText) }
        let plain = counter.beside(sale + common)
        let keys = (isFolded ? plain.onFoldedSection(of: sale + common) : plain).applying(choices)
        guard isFound else { return keys }
        // What is done with a match comes before the next one, another search, and the end of the visit.
        let searched = KeyTable.searched.applying(choices)
        return searched.only(.clearSearch) + keys.hinting(.minor, .find, .quit) + searched.without(.clearSearch)
    }

    var useful: KeyTable {
        let off = counter.map { self.off.union($0.off) } ?? off
        return off.isEmpty ? all : all.filter { !off.contains($0.command) }
    }

    var moves: [Key: ListCursor.Move] {
        var (plain, folded) = (self, self)
        (plain.sale, folded.sale, folded.isFolded) = ([], [], true)
        let (all, tables) = (all, [all, plain.all, folded.all])
        var moves: [Key: ListCursor.Move] = [:]
        for binding in all {
            guard let move = binding.command.move else { continue }
            for key in binding.keys where tables.allSatisfy({ $0.command(of: key) == binding.command }) {
                moves[key] = move
            }
        }
        return moves
    }
}
