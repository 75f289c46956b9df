import Terminal

extension Command {
    /// Shows the counter of that number, counted from 0; `names` are what all of them are called.
    static func showCounter(_ number: Int, of names: [LocalizedText]) -> Command {
        let korean = names.map { $0[.korean] }.joined(separator: ", ")
        let english = names.map { $0[.english].lowercased() }.joined(separator: ", ")
        return Command("counter.\(number + 1)", help: LocalizedText(korean, english))
    }

    /// The number of the counter that it shows, counted from 0.
    var counterNumber: Int? {
        guard name.hasPrefix("counter."), let number = Int(name.dropFirst("counter.".count)) else { return nil }
        return number - 1
    }
}

extension KeyTable {
    /// What is the same on all lists of a shop with counters of those names, of which those of the numbers `tabs`, or
    /// all, are there. Where the program cannot stop, there is no shell to come back from.
    static func list(_ counters: [LocalizedText], tabs: [Int]? = nil, canStop: Bool = true) -> KeyTable {
        let tabs = tabs ?? Array(counters.indices)
        let names = tabs.map { counters[$0] }
        let bindings = tabs.prefix(9).enumerated().map { place, number in
            KeyBinding(
                .showCounter(number, of: names), .character(Character("\(place + 1)")), isPaired: place > 0)
        }
        // The terminal itself turns this key into a signal.
        let stopping: KeyTable = canStop ? [KeyBinding(.stop, .control("z"))] : []
        return moving + sections + folding + [
            KeyBinding(.find, .character("/"), hint: .useful), KeyBinding(.refetch, .character("r"), hint: .useful),
            KeyBinding(.refetchAll, .character("R"), hint: .useful),
            KeyBinding(.palette, .character(":"), hint: .useful), KeyBinding(.copy, .character("y"), hint: .useful),
        ] + bindings + everywhere.without(.palette) + stopping + [
            KeyBinding(.quit, .character("q"), hint: .important)
        ]
    }

    /// On the help page.
    static let helpPage: KeyTable =
        moving.without(.halfPageUp, .halfPageDown) + [
            KeyBinding(
                .back, .escape, .left, .backspace, .enter, .character("h"), .character("?"), .character("q"),
                .function(1), hint: .important), KeyBinding(.find, .character("/"), hint: .useful),
            KeyBinding(.repaint, .control("l")),
        ]
}
