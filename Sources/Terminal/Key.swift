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
    /// Returns the Latin keys that type this character on a two-set Hangul keyboard: ㄱ is `r`, 가 is `r` `k`. With the
    /// Hangul input method on, hotkeys arrive as jamo or whole syllables. Returns `nil` if the character is not
    /// Hangul.
    public static func latinKeys(ofHangul character: Character) -> [Key]? {
        guard character.unicodeScalars.count == 1, let scalar = character.unicodeScalars.first else { return nil }
        if let keys = TwoSetKeyboard.keys[scalar.value] { return keys.map { .character($0) } }
        return TwoSetKeyboard.keys(ofSyllable: scalar.value)?.map { .character($0) }
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

    /// The compatibility jamo of leading and of final consonants, in the order of Unicode's syllables.
    private static let leading: [UInt32] = [
        0x3131, 0x3132, 0x3134, 0x3137, 0x3138, 0x3139, 0x3141, 0x3142, 0x3143, 0x3145, 0x3146, 0x3147, 0x3148, 0x3149,
        0x314A, 0x314B, 0x314C, 0x314D, 0x314E,
    ]
    private static let final: [UInt32] = [
        0x3131, 0x3132, 0x3133, 0x3134, 0x3135, 0x3136, 0x3137, 0x3139, 0x313A, 0x313B, 0x313C, 0x313D, 0x313E, 0x313F,
        0x3140, 0x3141, 0x3142, 0x3144, 0x3145, 0x3146, 0x3147, 0x3148, 0x314A, 0x314B, 0x314C, 0x314D, 0x314E,
    ]

    /// Returns the keys of a syllable. Unicode composes a syllable of a leading consonant, one of 21 vowels, and one
    /// of 28 finals (the first: none).
    static func keys(ofSyllable scalar: UInt32) -> String? {
        guard (0xAC00...0xD7A3).contains(scalar) else { return nil }
        let index = Int(scalar - 0xAC00)
        var parts = [leading[index / (21 * 28)], 0x314F + UInt32(index / 28 % 21)]
        if index % 28 > 0 { parts.append(final[index % 28 - 1]) }
        return parts.compactMap { keys[$0] }.joined()
    }
}
