import CPlatform

/// How many columns text takes on a terminal.
///
/// The figures come from the C library, because ncurses lays its cells out by the same table.
public enum ColumnWidth {
    /// Whether characters are UTF-8 now. Asking sets the process's character type once.
    public static let isUTF8: Bool = width_use_utf8_locale() == 1

    /// Columns of one scalar: 0, 1 or 2; `nil` when it cannot be shown (a control, an unassigned one).
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

    /// Columns of a grapheme: its scalars side by side, as curses places them.
    public static func of(_ character: Character) -> Int {
        character.unicodeScalars.reduce(0) { $0 + (of($1) ?? 0) }
    }

    /// Columns of a whole text.
    public static func of(_ text: String) -> Int {
        text.unicodeScalars.reduce(0) { $0 + (of($1) ?? 0) }
    }
}

extension String {
    /// Columns this text takes on a terminal.
    public var columns: Int { ColumnWidth.of(self) }

    /// What two dots stand for: the text goes on. ASCII, since `…` is two columns wide in some terminals.
    public static let ellipsis = ".."

    /// The longest beginning that fits `width` columns, cut between graphemes only.
    public func prefix(columns width: Int) -> Substring {
        var used = 0
        var end = startIndex
        for index in indices {
            used += ColumnWidth.of(self[index])
            if used > width { return self[..<end] }
            end = self.index(after: index)
        }
        return self[...]
    }

    /// This text within `width` columns: whole, or shortened with an ellipsis; empty where not even that fits.
    public func truncated(columns width: Int) -> String {
        // Every column takes at least one byte... and most texts are short: measure only what could be too long.
        if utf8.count <= width || columns <= width { return self }
        guard width > String.ellipsis.count else { return String(prefix(columns: max(0, width))) }
        return String(prefix(columns: width - String.ellipsis.count)) + String.ellipsis
    }
}
