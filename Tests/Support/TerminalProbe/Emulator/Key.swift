import CTestSupport

/// A key press. As a string literal: a key's name (`"page-down"`, `"ctrl-d"`), or the text to type.
public enum Key: Hashable, Sendable, ExpressibleByStringLiteral {
    case up, down, left, right, home, end, pageUp, pageDown
    case enter, escape, tab, shiftTab, backspace, delete, space
    /// F1 to F12.
    case function(Int)
    /// Ctrl with a letter or one of `@[\]^_`.
    case control(Character)
    /// Characters that are typed unchanged.
    case text(String)

    /// Creates the key of that name, or a key that types `name` if there is none.
    public init(_ name: String) {
        if let key = Key.named[name] {
            self = key
        } else if name.hasPrefix("ctrl-"), let letter = name.last, name.count == "ctrl-x".count {
            self = .control(letter)
        } else if name.first == "f", let number = Int(name.dropFirst()), (1...12).contains(number) {
            self = .function(number)
        } else {
            self = .text(name)
        }
    }

    public init(stringLiteral value: String) { self.init(value) }

    private static let named: [String: Key] = [
        "up": .up, "down": .down, "left": .left, "right": .right, "home": .home, "end": .end, "page-up": .pageUp,
        "page-down": .pageDown, "enter": .enter, "escape": .escape, "tab": .tab, "shift-tab": .shiftTab,
        "backspace": .backspace, "delete": .delete, "space": .space,
    ]

    /// The bytes that this key sends in every mode; `nil` if they depend on the mode.
    var literalBytes: [UInt8]? {
        switch self {
        case .text(let text): Array(text.utf8)
        case .control(let letter): letter.asciiValue.map { [$0 & Key.controlBits] }
        case .enter: [0x0D]
        case .escape: [0x1B]
        case .tab: [0x09]
        case .space: [0x20]
        case .backspace: [0x7F]
        default: nil
        }
    }

    /// Ctrl keeps the lowest five bits of a letter.
    private static let controlBits: UInt8 = 0x1F

    /// Lets libvterm encode the key, since only libvterm knows the modes that the program has set.
    func press(on terminal: OpaquePointer) {
        guard let (key, modifier) = keyboard else { return }
        vterm_keyboard_key(terminal, key, modifier)
    }

    private var keyboard: (VTermKey, VTermModifier)? {
        let key: VTermKey
        switch self {
        case .up: key = VTERM_KEY_UP
        case .down: key = VTERM_KEY_DOWN
        case .left: key = VTERM_KEY_LEFT
        case .right: key = VTERM_KEY_RIGHT
        case .home: key = VTERM_KEY_HOME
        case .end: key = VTERM_KEY_END
        case .pageUp: key = VTERM_KEY_PAGEUP
        case .pageDown: key = VTERM_KEY_PAGEDOWN
        case .delete: key = VTERM_KEY_DEL
        case .shiftTab: return (VTERM_KEY_TAB, VTERM_MOD_SHIFT)
        case .function(let number): key = VTermKey(VTERM_KEY_FUNCTION_0.rawValue + UInt32(number))
        default: return nil
        }
        return (key, VTERM_MOD_NONE)
    }
}
