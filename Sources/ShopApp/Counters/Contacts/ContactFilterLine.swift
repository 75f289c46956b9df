import Canvas
import TerminalText

/// The line above the list that tells what is looked for.
struct ContactFilterLine: ListAccessory {
    let field: TextField
    /// How many were found.
    let count: Int
    let isTyping: Bool
    /// The layout of the list below.
    let layout: ListLayout

    /// Columns that the field has at least; the count goes before that.
    private static let narrowest = 6

    private func fieldColumns(_ count: String, start: Int) -> Int {
        let room = layout.width - layout.margin - start
        let rest = room - count.columns - 2
        return rest >= ContactFilterLine.narrowest ? rest : max(1, room)
    }

    func draw(_ words: Words) -> LayerPicture {
        guard layout.shape.linesAbove > 0 else { return LayerPicture(panels: []) }
        let label = words.contacts.find
        let total = words.contacts.count(count)
        let start = layout.margin + label.columns + 1
        let columns = fieldColumns(total, start: start)
        let origin = layout.coveringList.origin
        let line = line(label, total, columns)
        let panel = Panel(region: Region("filter"), origin: origin, width: layout.width, lines: [line])
        guard isTyping else { return LayerPicture(panels: [panel]) }
        let caret = min(start + field.visible(columns: columns).caret, layout.width - 1)
        return LayerPicture(panels: [panel], cursor: Point(column: caret, row: origin.row), showsCursor: true)
    }

    private func line(_ label: String, _ total: String, _ columns: Int) -> Line {
        var line = LineBuilder(width: layout.width, margin: layout.margin)
        line.left(label, isTyping ? Style(.accent, .bold) : .dim, gap: 1)
        if columns + total.columns + 2 <= line.room { line.right(total, .dim, gap: 2) }
        let text = field.visible(columns: columns).text
        let blanks = String(repeating: " ", count: max(0, columns - text.columns))
        line.left(text + blanks, Style(.standard, isTyping ? [.bold, .underline] : .underline))
        return line.line
    }
}
