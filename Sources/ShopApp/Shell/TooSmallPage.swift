import Canvas
import TerminalText

/// The page for screens that are too small for the shop: one centred sentence, cut off if it does not fit.
struct TooSmallPage {
    let words: Words

    func frame(size: Size) -> Frame {
        let sentence = words.tooSmall(ListLayout.smallest.width, ListLayout.smallest.height)
        let texts = sentence.wrapped(columns: size.width, limit: max(0, size.height))
        let lines = texts.map { text in
            var builder = LineBuilder(width: size.width, margin: max(0, (size.width - text.columns) / 2))
            builder.left(text, .bold)
            return builder.line
        }
        let row = max(0, (size.height - lines.count) / 2)
        let panel = Panel(
            region: Region("too-small"), origin: Point(column: 0, row: row), width: size.width, lines: lines)
        return Frame(size: size, panels: [panel])
    }
}
