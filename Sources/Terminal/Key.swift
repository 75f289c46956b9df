/// A key press, or pasted text.
public enum Key: Hashable, Sendable {
    case character(Character)
    /// Ctrl with a letter, which is given in lower case.
    case control(Character)
    case up, down, left, right
    case pageUp, pageDown, home, end
    case enter, escape, tab, backTab, backspace, delete
    case function(Int)
    /// Pasted text, unsanitised. Never a hotkey.
    case paste(String)
}

extension Key {
    /// Returns the Latin keys that type this jamo on a two-set Hangul keyboard: ㄱ is `r`, and ㅘ is `h` `k`. With the
    /// Hangul input method on, hotkeys arrive as lone jamo. Returns `nil` for any other character.
    public static func latinKeys(ofJamo character: Character) -> [Key]? {
        guard character.unicodeScalars.count == 1, let scalar = character.unicodeScalars.first else { return nil }
        return TwoSetKeyboard.keys[scalar.value]?.map { .character($0) }
    }

    /// Whether it is a composed Hangul syllable, which is text and never a hotkey.
    public var isHangulSyllable: Bool {
        guard case .character(let character) = self, character.unicodeScalars.count == 1 else { return false }
        return character.unicodeScalars.allSatisfy { (0xAC00...0xD7A3).contains($0.value) }
    }
}

extension Key {
    /// The key's name for display, which the settings use, too.
    public var label: String {
        switch self {
        case .character(" "): "Space"
        case .character(let character): String(character)
        case .control(let letter): "Ctrl-\(letter.uppercased())"
        case .up: "Up"
        case .down: "Down"
        case .left: "Left"
        case .right: "Right"
        case .pageUp: "PgUp"
        case .pageDown: "PgDn"
        case .home: "Home"
        case .end: "End"
        case .enter: "Enter"
        case .escape: "Esc"
        case .tab: "Tab"
        case .backTab: "Shift-Tab"
        case .backspace: "Backspace"
        case .delete: "Delete"
        case .function(let number): "F\(number)"
        case .paste: ""
        }
    }
}

/// The standard Korean keyboard (KS X 5002).
private enum TwoSetKeyboard {
    /// The keys of each compatibility jamo, U+3131...U+3163 in order.
    private static let jamo = [
        "r", "R", "rt", "s", "sw", "sg", "e", "E", "f", "fr", "fa", "fq", "ft", "fx", "fv", "fg", "a", "q", "Q", "qt",
        "t", "T", "d", "w", "W", "c", "z", "x", "v", "g",
        "k", "o", "i", "O", "j", "p", "u", "P", "h", "hk", "ho", "hl", "y", "n", "nj", "np", "nl", "b", "m", "ml", "l",
    ]

    static let keys: [UInt32: String] = Dictionary(
        uniqueKeysWithValues: jamo.enumerated().map { (0x3131 + UInt32($0.offset), $0.element) })
}
