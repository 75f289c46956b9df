import Canvas
import ShopModels
import Terminal

extension KeyTable {
    /// What is done at the machine.
    static let atTheMachine: [KeyBinding] = [
        KeyBinding(command: .buy, keys: [.enter], label: "Enter", isInFooter: true),
        KeyBinding(command: .insertMoney(Won(1_000)), keys: [.character("t")], label: "t", isInFooter: true),
        KeyBinding(command: .insertMoney(Won(5_000)), keys: [.character("f")], label: "f", isInFooter: true),
        KeyBinding(command: .returnChange, keys: [.character("c")], label: "c", isInFooter: true),
        KeyBinding(command: .openAdmin, keys: [.character("a")], label: "a", isInFooter: true),
    ]

    /// At the drinks machine: that, and what is the same on all lists.
    static let drinks: [KeyBinding] =
        atTheMachine
        + list.filter { binding in
            ![.select, .open, .order].contains(binding.command)
        }

    /// On the screen of the machine's keeper.
    static let admin: [KeyBinding] = [
        KeyBinding(command: .editStock, keys: [.enter, .character("e")], label: "Enter  e", isInFooter: true),
        KeyBinding(command: .removeExpired, keys: [.character("x"), .delete], label: "x  Delete", isInFooter: true),
        KeyBinding(
            command: .move(.nextSection), keys: [.tab, .character("]"), .right, .character("l")],
            label: "Tab Shift-Tab  Left Right", isInFooter: true),
        KeyBinding(
            command: .move(.previousSection), keys: [.backTab, .character("["), .left, .character("h")], label: ""),
        KeyBinding(command: .move(.rows(1)), keys: [.down, .character("j")], label: "Up Down  j k"),
        KeyBinding(command: .move(.rows(-1)), keys: [.up, .character("k")], label: ""),
        KeyBinding(command: .move(.pages(1)), keys: [.pageDown], label: "PgUp PgDn"),
        KeyBinding(command: .move(.pages(-1)), keys: [.pageUp], label: ""),
        KeyBinding(command: .move(.halfPages(1)), keys: [.control("d")], label: "Ctrl-U Ctrl-D"),
        KeyBinding(command: .move(.halfPages(-1)), keys: [.control("u")], label: ""),
        KeyBinding(command: .move(.first), keys: [.home, .character("g")], label: "Home End  g G"),
        KeyBinding(command: .move(.last), keys: [.end, .character("G")], label: ""),
        KeyBinding(command: .refetch, keys: [.character("r")], label: "r"),
        KeyBinding(
            command: .back, keys: [.escape, .backspace, .character("q"), .character("a")], label: "Esc  q a",
            isInFooter: true),
        KeyBinding(command: .help, keys: [.character("?"), .function(1)], label: "?  F1", isInFooter: true),
        KeyBinding(command: .repaint, keys: [.control("l")], label: "Ctrl-L"),
    ]

    /// On that screen where no drink is selected.
    static let adminNothing = admin.filter { ![.editStock, .removeExpired].contains($0.command) }
}

extension AdminState {
    /// The keys that work.
    var keyTable: [KeyBinding] { selectedRow == nil ? KeyTable.adminNothing : KeyTable.admin }
}
