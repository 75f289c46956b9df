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

/// Maps byte sequences that begin with Esc to keys. Sequences are packed into an integer, first byte highest, so that
/// a lookup does not allocate.
struct KeySequences: Sendable {
    /// The maximum length of a key's sequence, in bytes.
    static let longest = 8

    enum Match: Hashable {
        case key(Key, length: Int)
        /// All available bytes are the beginning of a longer sequence.
        case unfinished
        case none
    }

    private var keys: [UInt64: Key] = [:]
    private var beginnings: Set<UInt64> = []

    /// Sequences that terminals send whatever their terminfo entry says.
    static let common = KeySequences(keypadSequences + commonSequences)

    /// The keys of the keypad in application mode. A terminfo entry may call them function keys, as those of the first
    /// terminals with such a keypad do.
    static let keypad = KeySequences(keypadSequences)

    init(_ sequences: [(String, Key)] = []) { for (text, key) in sequences { add(Array(text.utf8), key) } }

    /// Adds a sequence; a known one keeps its key. Ignores sequences that do not begin with Esc or are too long.
    mutating func add(_ bytes: [UInt8], _ key: Key) {
        guard bytes.first == KeyDecoder.esc, (2...KeySequences.longest).contains(bytes.count) else { return }
        var packed: UInt64 = 0
        for byte in bytes.dropLast() {
            packed = packed << 8 | UInt64(byte)
            beginnings.insert(packed)
        }
        packed = packed << 8 | UInt64(bytes[bytes.count - 1])
        if keys[packed] == nil { keys[packed] = key }
    }

    /// Adds the sequences of `others` that are not known yet.
    mutating func merge(_ others: KeySequences) {
        keys.merge(others.keys) { own, _ in own }
        beginnings.formUnion(others.beginnings)
    }

    /// Matches the beginning of `bytes`: the longest sequence, or `unfinished` if a longer one may still arrive.
    func match(_ bytes: ArraySlice<UInt8>) -> Match {
        var packed: UInt64 = 0
        var found = Match.none
        for (index, byte) in bytes.prefix(KeySequences.longest).enumerated() {
            packed = packed << 8 | UInt64(byte)
            if let key = keys[packed] { found = .key(key, length: index + 1) }
            guard beginnings.contains(packed) else { return found }
        }
        return .unfinished
    }
}

/// XTerm Control Sequences, "VT220-Style Function Keys".
private let keypadSequences: [(String, Key)] =
    zip("pqrstuvwxy", "0123456789").map { ("\u{1B}O\($0)", .character($1)) }
    + zip("jklmno", "*+,-./").map { ("\u{1B}O\($0)", .character($1)) } + [("\u{1B}OM", .enter)]

private let commonSequences: [(String, Key)] = [
    ("\u{1B}[A", .up), ("\u{1B}[B", .down), ("\u{1B}[C", .right), ("\u{1B}[D", .left),
    ("\u{1B}OA", .up), ("\u{1B}OB", .down), ("\u{1B}OC", .right), ("\u{1B}OD", .left),
    ("\u{1B}[H", .home), ("\u{1B}[F", .end), ("\u{1B}OH", .home), ("\u{1B}OF", .end),
    ("\u{1B}[1~", .home), ("\u{1B}[4~", .end), ("\u{1B}[7~", .home), ("\u{1B}[8~", .end),
    ("\u{1B}[5~", .pageUp), ("\u{1B}[6~", .pageDown), ("\u{1B}[3~", .delete), ("\u{1B}[Z", .backTab),
    ("\u{1B}OX", .character("=")), ("\u{1B}O ", .character(" ")), ("\u{1B}OI", .tab),
    ("\u{1B}OP", .function(1)), ("\u{1B}[11~", .function(1)), ("\u{1B}[[A", .function(1)),
]

extension KeySequences {
    /// The terminfo capabilities that contain key sequences (terminfo(5)).
    static let capabilities: [(String, Key)] =
        [
            ("kcuu1", .up), ("kcud1", .down), ("kcub1", .left), ("kcuf1", .right), ("khome", .home), ("kend", .end),
            ("kpp", .pageUp), ("knp", .pageDown), ("kdch1", .delete), ("kcbt", .backTab), ("kent", .enter),
        ] + (1...12).map { ("kf\($0)", .function($0)) }
}
