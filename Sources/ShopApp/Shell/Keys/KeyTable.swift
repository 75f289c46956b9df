import Canvas
import ShopModels
import Terminal

/// What a key asks for.
public enum Command: Hashable, Sendable {
    case move(ListCursor.Move)
    case select
    /// The page of the selected dish.
    case open
    case order
    /// The picture so many further on.
    case turnPicture(Int)
    case refetch
    case refetchAll
    /// The counter of that number, counted from 1.
    case counter(Int)
    /// Makes the selected juice.
    case make
    case editStock
    // At the drinks machine.
    case buy
    case insertMoney(Won)
    case returnChange
    /// The keeper's screen.
    case openAdmin
    /// Takes what has expired out of the machine.
    case removeExpired
    // At the phone book.
    case openContact
    case addContact
    case deleteContact
    /// Brings back what was just deleted.
    case undo
    case find
    /// Looks for nothing any more.
    case clearFilter
    /// Goes back to the list, of those that were found.
    case keepFilter
    /// Reads the list again.
    case reread
    case help
    case back
    case repaint
    case stop
    case quit

    // In forms.
    case nextField
    case previousField
    /// Done with this field.
    case leaveField
    case edit(TextField.Edit)
    /// So many more.
    case step(Int)
    case otherButton
    case confirm
    /// Answers a question at once.
    case answer(Bool)
    /// Changes the stock to what the editor shows, and closes it.
    case apply
    /// Closes the editor, and the stock stays as it is.
    case discard
    /// Presses the button where the focus is.
    case press
    /// The button so many further on.
    case nextButton(Int)
    /// The suggestion so many further on.
    case suggestion(Int)
}

/// A line of the key table: footer, help page and reducer all read it.
struct KeyBinding: Hashable, Sendable {
    let command: Command
    let keys: [Key]
    /// How the keys are written in the footer and the help page. Empty: the line above speaks for this one too.
    let label: String
    /// Whether the footer names it.
    var isInFooter = false
}

/// Where keys are pressed; each place has its own table.
enum KeyTable {
    /// On a counter's list.
    static let list: [KeyBinding] = [
        KeyBinding(command: .move(.rows(1)), keys: [.down, .character("j")], label: "Up Down  j k"),
        KeyBinding(command: .move(.rows(-1)), keys: [.up, .character("k")], label: ""),
        KeyBinding(command: .move(.pages(1)), keys: [.pageDown], label: "PgUp PgDn"),
        KeyBinding(command: .move(.pages(-1)), keys: [.pageUp], label: ""),
        KeyBinding(command: .move(.halfPages(1)), keys: [.control("d")], label: "Ctrl-U Ctrl-D"),
        KeyBinding(command: .move(.halfPages(-1)), keys: [.control("u")], label: ""),
        KeyBinding(command: .move(.first), keys: [.home, .character("g")], label: "Home End  g G"),
        KeyBinding(command: .move(.last), keys: [.end, .character("G")], label: ""),
        KeyBinding(command: .move(.previousSection), keys: [.character("["), .backTab], label: "[ ]  Shift-Tab Tab"),
        KeyBinding(command: .move(.nextSection), keys: [.character("]"), .tab], label: ""),
        KeyBinding(command: .select, keys: [.enter], label: "Enter", isInFooter: true),
        KeyBinding(command: .open, keys: [.right, .character("l")], label: "Right  l"),
        KeyBinding(command: .order, keys: [.character("o")], label: "o", isInFooter: true),
        KeyBinding(command: .refetch, keys: [.character("r")], label: "r", isInFooter: true),
        KeyBinding(command: .refetchAll, keys: [.character("R")], label: "R", isInFooter: true),
        KeyBinding(command: .counter(1), keys: [.character("1")], label: "1 2 3 4"),
        KeyBinding(command: .counter(2), keys: [.character("2")], label: ""),
        KeyBinding(command: .counter(3), keys: [.character("3")], label: ""),
        KeyBinding(command: .counter(4), keys: [.character("4")], label: ""),
        KeyBinding(command: .help, keys: [.character("?"), .function(1)], label: "?  F1", isInFooter: true),
        KeyBinding(command: .repaint, keys: [.control("l")], label: "Ctrl-L"),
        // The terminal itself turns Ctrl-Z into a signal, so there is no key to bind.
        KeyBinding(command: .stop, keys: [], label: "Ctrl-Z"),
        KeyBinding(command: .quit, keys: [.character("q")], label: "q", isInFooter: true),
    ]

    /// At the juice bar: what is done there, and what is the same on all lists.
    static let juice: [KeyBinding] =
        atTheBar
        + list.filter { binding in
            ![.select, .open, .order].contains(binding.command)
        }

    static let atTheBar: [KeyBinding] = [
        KeyBinding(command: .make, keys: [.enter], label: "Enter", isInFooter: true),
        KeyBinding(command: .editStock, keys: [.character("e")], label: "e", isInFooter: true),
    ]

    /// On the help page.
    static let help: [KeyBinding] = [
        KeyBinding(command: .move(.rows(1)), keys: [.down, .character("j")], label: "Up Down  j k"),
        KeyBinding(command: .move(.rows(-1)), keys: [.up, .character("k")], label: ""),
        KeyBinding(command: .move(.pages(1)), keys: [.pageDown], label: "PgUp PgDn"),
        KeyBinding(command: .move(.pages(-1)), keys: [.pageUp], label: ""),
        KeyBinding(command: .move(.first), keys: [.home, .character("g")], label: "Home End  g G"),
        KeyBinding(command: .move(.last), keys: [.end, .character("G")], label: ""),
        KeyBinding(
            command: .back,
            keys: [
                .escape, .left, .backspace, .enter, .character("h"), .character("?"), .character("q"), .function(1),
            ], label: "Esc", isInFooter: true),
        KeyBinding(command: .repaint, keys: [.control("l")], label: "Ctrl-L"),
    ]

    /// The commands of a key in `table`. A key of the Hangul keyboard stands for the Latin keys that it is made of.
    static func commands(of key: Key, in table: [KeyBinding]) -> [Command] {
        if let binding = table.first(where: { $0.keys.contains(key) }) { return [binding.command] }
        guard case .character(let character) = key, let latin = Key.latinKeys(ofHangul: character) else { return [] }
        return latin.flatMap { commands(of: $0, in: table) }
    }
}
