/// One position of the screen as a person sees it.
///
/// There is no `isDim`: libvterm 0.1.4 takes SGR 2 and forgets it.
public struct Cell: Equatable, Sendable {
    /// What stands here: a grapheme; a space where nothing was written; empty in the right half of a wide glyph.
    public var text: String
    /// Columns of the glyph: 2 for a wide one, 0 in its right half, otherwise 1.
    public var width: Int
    public var foreground: Color = .default
    public var background: Color = .default
    public var isBold = false
    public var isUnderlined = false
    public var isItalic = false
    public var isReversed = false
    public var isStruck = false
    public var isBlinking = false

    /// A glyph in the terminal's own colours; a blank, unless told otherwise.
    public init(text: String = " ", width: Int = 1) {
        self.text = text
        self.width = width
    }

    /// A colour as the program asked for it.
    public enum Color: Equatable, Sendable {
        /// The terminal's own.
        case `default`
        /// A place in the palette of 256.
        case indexed(UInt8)
        case rgb(red: UInt8, green: UInt8, blue: UInt8)
    }
}

/// Where the next character goes.
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
