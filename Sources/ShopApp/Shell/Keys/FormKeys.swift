import Canvas
import Terminal

extension KeyTable {
    /// On the page of a dish.
    static let dish: [KeyBinding] = [
        KeyBinding(command: .order, keys: [.character("o")], label: "o", isInFooter: true),
        KeyBinding(command: .turnPicture(1), keys: [.right], label: "Left/Right", isInFooter: true),
        KeyBinding(command: .turnPicture(-1), keys: [.left], label: ""),
        KeyBinding(command: .move(.rows(1)), keys: [.down, .character("j")], label: "Up Down  j k"),
        KeyBinding(command: .move(.rows(-1)), keys: [.up, .character("k")], label: ""),
        KeyBinding(command: .move(.pages(1)), keys: [.pageDown, .character(" ")], label: "PgUp PgDn"),
        KeyBinding(command: .move(.pages(-1)), keys: [.pageUp], label: ""),
        KeyBinding(command: .move(.halfPages(1)), keys: [.control("d")], label: "Ctrl-U Ctrl-D"),
        KeyBinding(command: .move(.halfPages(-1)), keys: [.control("u")], label: ""),
        KeyBinding(command: .move(.first), keys: [.home, .character("g")], label: "Home End  g G"),
        KeyBinding(command: .move(.last), keys: [.end, .character("G")], label: ""),
        KeyBinding(command: .move(.previousSection), keys: [.character("["), .backTab], label: "[ ]  Shift-Tab Tab"),
        KeyBinding(command: .move(.nextSection), keys: [.character("]"), .tab], label: ""),
        KeyBinding(command: .refetch, keys: [.character("r")], label: "r"),
        KeyBinding(
            command: .back, keys: [.escape, .backspace, .character("h"), .character("q")],
            label: "Esc  Backspace h q", isInFooter: true),
        KeyBinding(command: .help, keys: [.character("?"), .function(1)], label: "?  F1", isInFooter: true),
        KeyBinding(command: .repaint, keys: [.control("l")], label: "Ctrl-L"),
    ]

    /// In a form, wherever the focus is.
    private static let form: [KeyBinding] = [
        KeyBinding(command: .nextField, keys: [.tab, .down], label: "Tab Down"),
        KeyBinding(command: .previousField, keys: [.backTab, .up], label: "Shift-Tab Up"),
        KeyBinding(command: .back, keys: [.escape], label: "Esc", isInFooter: true),
        KeyBinding(command: .help, keys: [.function(1)], label: "F1", isInFooter: true),
        KeyBinding(command: .repaint, keys: [.control("l")], label: "Ctrl-L"),
    ]

    private static let leavingField = KeyBinding(command: .leaveField, keys: [.enter], label: "Enter", isInFooter: true)

    /// In a line of text; every other character is typed.
    static let text: [KeyBinding] =
        [
            leavingField,
            KeyBinding(command: .edit(.left), keys: [.left, .control("b")], label: "Left Right"),
            KeyBinding(command: .edit(.right), keys: [.right, .control("f")], label: ""),
            KeyBinding(command: .edit(.first), keys: [.home, .control("a")], label: "Home End"),
            KeyBinding(command: .edit(.last), keys: [.end, .control("e")], label: ""),
            KeyBinding(command: .edit(.deleteBackward), keys: [.backspace, .control("h")], label: "Backspace Delete"),
            KeyBinding(command: .edit(.deleteForward), keys: [.delete, .control("d")], label: ""),
            KeyBinding(command: .edit(.deleteWord), keys: [.control("w")], label: "Ctrl-W"),
            KeyBinding(command: .edit(.deleteToFirst), keys: [.control("u")], label: "Ctrl-U"),
        ] + form

    /// In the number of pieces; digits are typed.
    static let quantity: [KeyBinding] =
        [
            leavingField,
            KeyBinding(
                command: .step(1), keys: [.right, .character("+"), .character("=")], label: "0-9 + -  Left Right",
                isInFooter: true),
            KeyBinding(command: .step(-1), keys: [.left, .character("-")], label: ""),
            KeyBinding(
                command: .edit(.deleteBackward), keys: [.backspace, .delete, .control("h")], label: "Backspace"),
        ] + form

    /// On the buttons at the end of a form.
    static let buttons: [KeyBinding] =
        [
            KeyBinding(command: .confirm, keys: [.enter, .character(" ")], label: "Enter", isInFooter: true),
            KeyBinding(command: .otherButton, keys: [.left, .right], label: "Left Right"),
        ] + form

    /// A question with two answers.
    static let dialog: [KeyBinding] = [
        KeyBinding(command: .confirm, keys: [.enter, .character(" ")], label: "Enter", isInFooter: true),
        KeyBinding(
            command: .otherButton, keys: [.left, .right, .tab, .backTab, .character("h"), .character("l")],
            label: "Left Right"),
        KeyBinding(command: .answer(true), keys: [.character("y")], label: "y n"),
        KeyBinding(command: .answer(false), keys: [.character("n")], label: ""),
        KeyBinding(command: .back, keys: [.escape, .character("q")], label: "Esc", isInFooter: true),
        KeyBinding(command: .help, keys: [.character("?"), .function(1)], label: "F1", isInFooter: true),
        KeyBinding(command: .repaint, keys: [.control("l")], label: "Ctrl-L"),
    ]

    /// In the stock editor; digits are typed.
    static let stock: [KeyBinding] = [
        KeyBinding(command: .apply, keys: [.enter], label: "Enter", isInFooter: true),
        KeyBinding(
            command: .step(1), keys: [.right, .character("+"), .character("="), .character("l")],
            label: "0-9 + -  Left Right", isInFooter: true),
        KeyBinding(command: .step(-1), keys: [.left, .character("-"), .character("h")], label: ""),
        KeyBinding(command: .step(10), keys: [.pageUp], label: "PgUp PgDn"),
        KeyBinding(command: .step(-10), keys: [.pageDown], label: ""),
        KeyBinding(command: .nextField, keys: [.down, .tab, .character("j")], label: "Down Tab"),
        KeyBinding(command: .previousField, keys: [.up, .backTab, .character("k")], label: "Up Shift-Tab"),
        KeyBinding(command: .edit(.deleteBackward), keys: [.backspace, .delete, .control("h")], label: "Backspace"),
        KeyBinding(command: .discard, keys: [.escape, .character("q")], label: "Esc", isInFooter: true),
        KeyBinding(command: .help, keys: [.character("?"), .function(1)], label: "F1", isInFooter: true),
        KeyBinding(command: .repaint, keys: [.control("l")], label: "Ctrl-L"),
    ]

    /// While an order is under way: nothing but leaving the form.
    static let sending: [KeyBinding] = [
        KeyBinding(command: .back, keys: [.escape], label: "Esc", isInFooter: true),
        KeyBinding(command: .help, keys: [.function(1)], label: "F1", isInFooter: true),
        KeyBinding(command: .repaint, keys: [.control("l")], label: "Ctrl-L"),
    ]
}

extension DishPageState {
    /// The keys that work on the page: none turns pictures where none can be shown.
    var keyTable: [KeyBinding] {
        guard !showsPictures else { return KeyTable.dish }
        return KeyTable.dish.filter { binding in
            if case .turnPicture = binding.command { false } else { true }
        }
    }
}
