import CTestSupport
import TerminalText

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

extension Cell {
    /// The marker that libvterm stores in the cell to the right of a wide glyph.
    private static let rightHalf = UInt32.max

    /// Converts libvterm's cell, except for torn glyphs: when one half of a wide glyph is overwritten, libvterm keeps
    /// the other half, while terminals blank it, so it becomes a blank here.
    init(_ cell: VTermScreenCell, left: VTermScreenCell?) {
        self.init()
        isBold = cell.attrs.bold != 0
        isUnderlined = cell.attrs.underline != 0
        isItalic = cell.attrs.italic != 0
        isReversed = cell.attrs.reverse != 0
        isStruck = cell.attrs.strike != 0
        isBlinking = cell.attrs.blink != 0
        foreground = Color(cell.fg)
        background = Color(cell.bg)
        if cell.chars.0 == Cell.rightHalf {
            if let left, Cell.columns(left) == 2 { (text, width) = ("", 0) }
        } else if cell.chars.0 != 0 {
            let isTorn = Cell.columns(cell) == 2 && cell.width == 1
            text = isTorn ? " " : Cell.text(cell)
            width = isTorn ? 1 : Cell.columns(cell)
        }
    }

    private static func columns(_ cell: VTermScreenCell) -> Int {
        guard cell.chars.0 != rightHalf, let scalar = Unicode.Scalar(cell.chars.0) else { return 1 }
        return ColumnWidth.of(scalar) == 2 ? 2 : 1
    }

    private static func text(_ cell: VTermScreenCell) -> String {
        let all = [cell.chars.0, cell.chars.1, cell.chars.2, cell.chars.3, cell.chars.4, cell.chars.5]
        var scalars = String.UnicodeScalarView()
        scalars.append(contentsOf: all.prefix { $0 != 0 }.compactMap { Unicode.Scalar($0) })
        return String(scalars)
    }
}

extension Cell.Color {
    private static let anyDefault = UInt8(VTERM_COLOR_DEFAULT_FG.rawValue | VTERM_COLOR_DEFAULT_BG.rawValue)
    private static let kinds = UInt8(VTERM_COLOR_TYPE_MASK.rawValue)

    init(_ color: VTermColor) {
        if color.type & Cell.Color.anyDefault != 0 {
            self = .default
        } else if color.type & Cell.Color.kinds == UInt8(VTERM_COLOR_INDEXED.rawValue) {
            self = .indexed(color.indexed.idx)
        } else {
            self = .rgb(red: color.rgb.red, green: color.rgb.green, blue: color.rgb.blue)
        }
    }
}
