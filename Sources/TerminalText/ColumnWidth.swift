import CPlatform

/// The width of text on a terminal, in columns.
///
/// Uses the C library's width table, because ncurses lays out its cells by the same table.
public enum ColumnWidth {
    /// Whether the process's character encoding is UTF-8. The first access sets the locale's character type
    /// (`LC_CTYPE`) once.
    public static let isUTF8: Bool = width_use_utf8_locale() == 1

    /// Returns the width of a scalar: 0, 1 or 2. Returns `nil` if it cannot be displayed (control characters,
    /// unassigned code points).
    public static func of(_ scalar: Unicode.Scalar) -> Int? {
        switch scalar.value {
        case 0x20...0x7E: return 1
        case 0xAC00...0xD7A3: return 2
        default:
            guard isUTF8 else { return nil }
            let width = width_of_scalar(scalar.value)
            return width < 0 ? nil : Int(width)
        }
    }

    /// Returns the width of a grapheme: the sum of its scalars, as curses places them.
    public static func of(_ character: Character) -> Int {
        character.unicodeScalars.reduce(0) { $0 + (of($1) ?? 0) }
    }

    public static func of(_ text: String) -> Int {
        text.unicodeScalars.reduce(0) { $0 + (of($1) ?? 0) }
    }
}

extension StringProtocol where SubSequence == Substring {
    /// Returns the longest prefix that fits in `width` columns, cut between graphemes only.
    public func prefix(columns width: Int) -> Substring {
        // A column takes at least one byte, so most texts, which are short, need no measuring.
        if utf8.count <= width { return self[...] }
        var (used, end) = (0, startIndex)
        while end < endIndex {
            used += ColumnWidth.of(self[end])
            if used > width { break }
            formIndex(after: &end)
        }
        return self[..<end]
    }
}

extension String {
    public var columns: Int { ColumnWidth.of(self) }

    /// The mark of truncated text. ASCII, since `…` is two columns wide in some terminals.
    public static let ellipsis = ".."

    /// Returns this text if it fits in `width` columns, otherwise a prefix followed by an ellipsis; the prefix alone if
    /// `width` leaves no room for more than the ellipsis.
    public func truncated(columns width: Int) -> String {
        if utf8.count <= width || columns <= width { return self }
        guard width > String.ellipsis.count else { return String(prefix(columns: max(0, width))) }
        return String(prefix(columns: width - String.ellipsis.count)) + String.ellipsis
    }
}
