import Terminal

extension Command {
    /// The counters by their tabs, as far as there are keys for them.
    static let counters = (1...9).map { Command("counter.\($0)", help: counterNames) }

    private static let counterNames = LocalizedText("반찬, 쥬스, 음료, 연락처", "banchan, juice, drinks, contacts")
}

extension KeyTable {
    /// What is the same on all lists.
    static let list: KeyTable =
        moving + sections + [
            KeyBinding(.refetch, .character("r"), hint: .useful),
            KeyBinding(.refetchAll, .character("R"), hint: .useful),
        ] + counters + everywhere + [
            // The terminal itself turns this key into a signal.
            KeyBinding(.stop, .control("z")), KeyBinding(.quit, .character("q"), hint: .important),
        ]

    private static let counters = Command.counters.prefix(4).enumerated().map { number, command in
        KeyBinding(command, .character(Character("\(number + 1)")), isPaired: number > 0)
    }

    /// On the help page.
    static let helpPage: KeyTable =
        moving.without(.halfPageUp, .halfPageDown) + [
            KeyBinding(
                .back, .escape, .left, .backspace, .enter, .character("h"), .character("?"), .character("q"),
                .function(1), hint: .important), KeyBinding(.repaint, .control("l")),
        ]

    /// The keys of a counter's list.
    static func list(of counter: ShopCounter) -> KeyTable {
        switch counter {
        case .menu: onTheMenu + list
        case .juice: atTheBar + list
        case .drinks: atTheMachine + list
        case .contacts: inTheBook + list.without(.refetch, .refetchAll)
        }
    }
}
