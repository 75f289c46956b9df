import Terminal

extension Command {
    static func showCounter(_ index: Int, of names: [LocalizedText]) -> Command {
        // Joined by hand, because the generic `joined` costs the first frame 0.3 ms of conformance look-ups.
        let korean = names.reduce("") { $0.isEmpty ? $1[.korean] : "\($0), \($1[.korean])" }
        let english = names.reduce("") {
            $0.isEmpty ? $1[.english].lowercased() : "\($0), \($1[.english].lowercased())"
        }
        return Command("counter.\(index + 1)", help: LocalizedText(korean, english))
    }

    /// The index of the counter that the command shows; `nil` for other commands.
    var counterNumber: Int? {
        guard name.hasPrefix("counter."), let index = Int(name.dropFirst("counter.".count)) else { return nil }
        return index - 1
    }
}

extension KeyTable {
    /// Returns the keys that are the same on all lists. `counters` are the names of all counters, and `tabs` the
    /// indices of those with a tab, or `nil` for all. If the program cannot stop, because there is no shell to return
    /// to, Ctrl-Z is left out.
    static func list(_ counters: [LocalizedText], tabs: [Int]? = nil, canStop: Bool = true) -> KeyTable {
        let tabs = tabs ?? Array(counters.indices)
        let names = tabs.map { counters[$0] }
        let bindings = tabs.prefix(9).enumerated().map { place, number in
            KeyBinding(
                .showCounter(number, of: names), .character(Character("\(place + 1)")), isPaired: place > 0)
        }
        // The terminal turns this key into a signal.
        let stopping: KeyTable = canStop ? [KeyBinding(.stop, .control("z"))] : []
        return moving + sections + folding + [
            KeyBinding(.find, .character("/"), hint: .useful), KeyBinding(.palette, .character(":"), hint: .minor),
            KeyBinding(.refetch, .character("r"), hint: .minor), KeyBinding(.refetchAll, .character("R"), hint: .minor),
            KeyBinding(.copy, .character("y"), hint: .minor),
        ] + bindings + everywhere.without(.palette) + stopping + [
            KeyBinding(.quit, .character("q"), hint: .important)
        ]
    }

    /// The keys of the help page, while nothing is typed that filters it.
    static let helpPage: KeyTable =
        [
            KeyBinding(.back, .escape, .enter, .left, .character("?"), .function(1), hint: .important)
        ] + filtering.map { $0.filteringKeys { $0 != .left } }

    /// The same while it shows what was found.
    static let helpPageSearched: KeyTable =
        [
            KeyBinding(.clearSearch, .escape, .enter, hint: .important), KeyBinding(.back, .function(1)),
        ] + filtering

    /// What scrolls, and what edits the text; letters are typed.
    private static let filtering: KeyTable =
        [
            KeyBinding(.up, .up), KeyBinding(.down, .down, isPaired: true), KeyBinding(.pageUp, .pageUp),
            KeyBinding(.pageDown, .pageDown, isPaired: true), KeyBinding(.first, .home),
            KeyBinding(.last, .end, isPaired: true),
        ] + editing.map { $0.filteringKeys { $0 != .home && $0 != .end } } + [KeyBinding(.repaint, .control("l"))]
}
