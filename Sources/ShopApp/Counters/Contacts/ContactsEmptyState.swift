import Canvas
import TerminalText

/// What the counter shows where there is no list: why that is so, and what to do about it.
struct ContactsEmptyState {
    let words: Words
    let layout: ContactLayout

    /// What part of the free lines is above the words.
    private static let partAbove = 3

    func panel(_ reason: ContactsState.EmptyReason) -> Panel {
        let margin = layout.menu.margin
        let width = max(1, layout.width - 2 * margin)
        let (what, hint) = words.contacts.emptyReason(reason)
        let style: Style = if case .failed = reason { Style(.bad) } else { .bold }
        let texts =
            what.wrapped(columns: width, limit: layout.height).map { ($0, style) }
            + hint.wrapped(columns: width, limit: layout.height).map { ($0, Style.dim) }
        // A little above the middle, where one looks.
        let above = max(0, (layout.height - texts.count) / ContactsEmptyState.partAbove)
        let lines =
            Array(repeating: Line.blank, count: above)
            + texts.map { text, style in
                var line = LineBuilder(width: layout.width, margin: margin + max(0, width - text.columns) / 2)
                line.left(text, style)
                return line.line
            }
        return Panel(
            region: Region("contacts"),
            place: Rectangle(
                column: layout.origin.column, row: layout.origin.row, width: layout.width, height: layout.height),
            lines: lines)
    }
}
