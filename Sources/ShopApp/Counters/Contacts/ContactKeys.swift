import Canvas
import Terminal

extension KeyTable {
    /// The keys of a counter's list.
    static func list(of counter: ShopCounter) -> [KeyBinding] {
        switch counter {
        case .menu: list
        case .juice: juice
        case .drinks: drinks
        case .contacts: contacts
        }
    }

    /// On the list of contacts: what is done there, and what is the same on all lists.
    static let contacts: [KeyBinding] =
        inTheBook
        + list.filter { binding in
            ![.select, .open, .order, .refetch, .refetchAll].contains(binding.command)
        }

    static let inTheBook: [KeyBinding] = [
        KeyBinding(command: .addContact, keys: [.character("a")], label: "a", isInFooter: true),
        KeyBinding(command: .find, keys: [.character("/")], label: "/", isInFooter: true),
        KeyBinding(command: .openContact, keys: [.enter, .right, .character("l")], label: "Enter", isInFooter: true),
        KeyBinding(command: .clearFilter, keys: [.escape], label: "Esc"),
        KeyBinding(command: .deleteContact, keys: [.character("d"), .delete], label: "d", isInFooter: true),
        KeyBinding(command: .undo, keys: [.character("u")], label: "u"),
        KeyBinding(command: .reread, keys: [.character("r")], label: "r"),
    ]

    /// While something is looked for; every other character is typed.
    static let filter: [KeyBinding] =
        [
            KeyBinding(command: .keepFilter, keys: [.enter, .tab], label: "Enter", isInFooter: true),
            KeyBinding(command: .clearFilter, keys: [.escape], label: "Esc", isInFooter: true),
            KeyBinding(command: .move(.rows(1)), keys: [.down], label: "Up Down"),
            KeyBinding(command: .move(.rows(-1)), keys: [.up], label: ""),
            KeyBinding(command: .move(.pages(1)), keys: [.pageDown], label: "PgUp PgDn"),
            KeyBinding(command: .move(.pages(-1)), keys: [.pageUp], label: ""),
        ]
        + text.filter { binding in
            if case .edit = binding.command { true } else { [.help, .repaint].contains(binding.command) }
        }

    /// In the name of an order, while names are offered: up and down go from name to name.
    static let suggesting: [KeyBinding] =
        [
            KeyBinding(command: .suggestion(1), keys: [.down], label: "Up Down"),
            KeyBinding(command: .suggestion(-1), keys: [.up], label: ""),
        ]
        + text.map { binding in
            KeyBinding(
                command: binding.command, keys: binding.keys.filter { $0 != .up && $0 != .down },
                label: binding.label, isInFooter: binding.isInFooter)
        }

    /// While a contact is being kept, which takes no longer than a blink unless another program is in the way.
    static let saving: [KeyBinding] = text.filter { [.help, .repaint].contains($0.command) }

    /// On the buttons of a contact's form.
    static let contactButtons: [KeyBinding] =
        [
            KeyBinding(command: .press, keys: [.enter, .character(" ")], label: "Enter", isInFooter: true),
            KeyBinding(command: .nextButton(1), keys: [.right], label: "Left Right"),
            KeyBinding(command: .nextButton(-1), keys: [.left], label: ""),
        ]
        + text.filter { [.nextField, .previousField, .back, .help, .repaint].contains($0.command) }
}
