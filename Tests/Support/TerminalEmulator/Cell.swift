/// One position of the screen as a person sees it.
///
/// There is no `isDim`: libvterm 0.1.4 accepts SGR 2 but does not store it.
public struct Cell: Equatable, Sendable {
    /// The grapheme in this cell: a space if nothing was written, and empty in the right half of a wide glyph.
    public var text: String
    /// The width of the glyph in columns: 2 for a wide one, 0 in its right half, otherwise 1.
    public var width: Int
    public var foreground: Color = .default
    public var background: Color = .default
    public var isBold = false
    public var isUnderlined = false
    public var isItalic = false
    public var isReversed = false
    public var isStruck = false
    public var isBlinking = false

    /// Creates a cell with a glyph in the terminal's default colours; a blank by default.
    public init(text: String = " ", width: Int = 1) {
        self.text = text
        self.width = width
    }

    /// A colour as the program requested it.
    public enum Color: Equatable, Sendable {
        /// The terminal's default colour.
        case `default`
        /// An entry of the 256-colour palette.
        case indexed(UInt8)
        case rgb(red: UInt8, green: UInt8, blue: UInt8)
    }
}

/// The position of the next character, from 0, and the cursor's visibility.
public struct Cursor: Equatable, Sendable {
    public var row: Int
    public var column: Int
    public var isVisible: Bool

    public init(row: Int, column: Int, isVisible: Bool) {
        self.row = row
        self.column = column
        self.isVisible = isVisible
    }
}
