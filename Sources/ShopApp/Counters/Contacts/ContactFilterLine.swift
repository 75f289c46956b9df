import Canvas
import TerminalText

/// The line above the list that tells what is looked for.
struct ContactFilterLine {
    let words: Words
    let layout: ListLayout

    /// Columns that the field has at least; the count goes before that.
    private static let narrowest = 6

    private var label: String { words.contacts.find }
    private var start: Int { layout.margin + label.columns + 1 }

    private func fieldColumns(_ count: String) -> Int {
        let room = layout.width - layout.margin - start
        let rest = room - count.columns - 2
        return rest >= ContactFilterLine.narrowest ? rest : max(1, room)
    }

    func panel(_ field: TextField, count: Int, isTyping: Bool) -> Panel {
        let total = words.contacts.count(count)
        var line = LineBuilder(width: layout.width, margin: layout.margin)
        line.left(label, isTyping ? Style(.accent, .bold) : .dim, gap: 1)
        let columns = fieldColumns(total)
        if columns + total.columns + 2 <= line.room { line.right(total, .dim, gap: 2) }
        let text = field.visible(columns: columns).text
        let blanks = String(repeating: " ", count: max(0, columns - text.columns))
        line.left(text + blanks, Style(.standard, isTyping ? [.bold, .underline] : .underline))
        return Panel(region: Region("filter"), origin: layout.origin, width: layout.width, lines: [line.line])
    }

    /// At the caret.
    func cursor(_ field: TextField, count: Int) -> Point {
        let columns = fieldColumns(words.contacts.count(count))
        return Point(
            column: min(start + field.visible(columns: columns).caret, layout.width - 1), row: layout.origin.row)
    }
}
