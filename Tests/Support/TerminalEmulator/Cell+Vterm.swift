import CVterm
import TerminalText

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
