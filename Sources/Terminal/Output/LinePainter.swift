import CNcurses
import Canvas

/// Writes lines into the curses screen.
@TerminalActor
struct LinePainter {
    let palette: Palette
    /// `nil` if pictures are drawn as cells.
    let pixels: (any PixelScreen)?

    init(palette: Palette, pixels: (any PixelScreen)? = nil) {
        self.palette = palette
        self.pixels = pixels
    }

    /// Moves rows within the screen; uncovered rows become blank.
    func scroll(_ scroll: DrawPlan.Scroll) {
        use(.plain)
        wsetscrreg(curses_screen(), Int32(scroll.rows.lowerBound), Int32(scroll.rows.upperBound - 1))
        scrollok(curses_screen(), true)
        wscrl(curses_screen(), Int32(scroll.distance))
        scrollok(curses_screen(), false)
    }

    /// Draws a row: clears it, then draws its segments from back to front.
    func paint(_ row: DrawPlan.Row) {
        use(.plain)
        wmove(curses_screen(), Int32(row.row), 0)
        wclrtoeol(curses_screen())
        for segment in row.segments { paint(segment, row: row.row) }
    }

    private func paint(_ segment: DrawPlan.Segment, row: Int) {
        // An overlay has to cover what is beneath it; the row itself is blank already.
        if segment.line.fill != .plain || segment.isOverlay {
            use(segment.line.fill)
            wmove(curses_screen(), Int32(row), Int32(segment.column))
            whline(curses_screen(), chtype(UInt8(ascii: " ")), Int32(segment.width))
        }
        for span in segment.line.spans {
            use(span.style)
            wmove(curses_screen(), Int32(row), Int32(segment.column + span.column))
            if span.style.weight.contains(.frame) {
                drawFrame(span.text, row: row, column: segment.column + span.column)
            } else {
                write(span.text)
            }
        }
        for slice in segment.line.pictures { paint(slice, row: row, column: segment.column) }
    }

    private func paint(_ slice: PictureSlice, row: Int, column: Int) {
        if let text = pixels?.text(of: slice) {
            var pair = palette.pair(text.color, .standard)
            wattr_set(curses_screen(), 0, 0, &pair)
            wmove(curses_screen(), Int32(row), Int32(column + slice.column))
            return write(text.text)
        }
        for run in slice.picture.runs(ofRow: slice.row) {
            var pair = palette.pair(run.foreground, run.background)
            // The pair is passed through the last argument: the pair argument before it is limited to 32,767.
            wattr_set(curses_screen(), 0, 0, &pair)
            wmove(curses_screen(), Int32(row), Int32(column + slice.column + run.column))
            write(run.text)
        }
    }

    private func write(_ text: String) {
        var text = text
        text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { characters in
                curses_put_text(curses_screen(), characters.baseAddress, characters.count)
            }
        }
    }

    /// Draws box-drawing characters in the terminal's own character set; a run of one character takes one call.
    private func drawFrame(_ text: String, row: Int, column: Int) {
        var rest = text.unicodeScalars[...]
        var at = column
        while let first = rest.first {
            let run = rest.prefix { $0 == first }.count
            wmove(curses_screen(), Int32(row), Int32(at))
            whline(curses_screen(), curses_line_drawing(first.value), Int32(run))
            rest = rest.dropFirst(run)
            at += run
        }
    }

    private func use(_ style: Style) {
        let (attributes, pair) = palette.attributes(of: style)
        wattr_set(curses_screen(), attributes, pair, nil)
    }
}
