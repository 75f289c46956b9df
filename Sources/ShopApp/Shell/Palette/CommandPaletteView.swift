import Canvas
import TerminalText

/// Draws the command palette: the search field, and below it the commands that match.
struct CommandPaletteView {
    let words: Words
    let layout: ListLayout

    private static let maxRows = 14

    /// Returns the number of commands that fit below the search field.
    static func rows(in layout: ListLayout) -> Int {
        max(1, min(maxRows, layout.height - Modal.linesAround(in: layout) - 1))
    }

    func picture(of palette: CommandPalette) -> LayerPicture {
        let columns = Modal.textColumns(in: layout)
        let field = palette.field.field.visible(columns: max(1, columns - CommandPaletteView.label.columns - 1))
        let modal = Modal(
            layout: layout, region: Region("palette"), title: LocalizedText("명령", "Commands")[words.language],
            rows: [fieldRow(field.text, columns)] + listed(palette, columns))
        return LayerPicture(
            panels: [modal.panel],
            cursor: modal.point(ofRow: 0, column: CommandPaletteView.label.columns + 1 + field.caret),
            showsCursor: true)
    }

    private static let label = ":"

    private func fieldRow(_ text: String, _ columns: Int) -> ModalRow {
        ModalRow { line in
            line.left(CommandPaletteView.label, Style(.accent, .bold), gap: 1)
            let blanks = String(repeating: " ", count: max(0, line.room - text.columns))
            line.left(text + blanks, Style(.standard, [.bold, .underline]))
        }
    }

    /// Returns the rows of as many matches as fit, the selected one among them.
    private func listed(_ palette: CommandPalette, _ columns: Int) -> [ModalRow] {
        let rows = CommandPaletteView.rows(in: layout)
        let top = min(max(0, palette.selection - rows / 2), max(0, palette.found.count - rows))
        let entries = palette.found.enumerated().dropFirst(top).prefix(rows)
        let shown = entries.map { number, entry in
            row(entry, number, isSelected: number == palette.selection, palette.field.pattern, columns)
        }
        let nothing = ModalRow { $0.left(EmptyState.noMatch.reason[words.language], .dim) }
        let all = shown.isEmpty ? [nothing] : shown
        // The height of the frame does not depend on the number of matches.
        return all + Array(repeating: ModalRow { _ in }, count: rows - all.count)
    }

    private func row(
        _ entry: CommandPalette.Entry, _ number: Int, isSelected: Bool, _ pattern: SearchPattern, _ columns: Int
    ) -> ModalRow {
        ModalRow { line in
            var inner = LineBuilder(width: columns)
            inner.right(entry.key, entry.place == nil ? .bold : .dim, gap: 2)
            if let place = entry.place { inner.right(place[words.language], .dim, gap: 2) }
            inner.left(entry.name[words.language], entry.place == nil ? .plain : .dim)
            let text = inner.line.highlighting(pattern)
            let zone = ClickZone(columns: 0..<columns, target: PaletteTarget(number: number))
            line.put((isSelected ? text.selected(columns: 0..<columns) : text).clickable(zone))
        }
    }
}

/// The click target of a match, by its index. A double click runs its command.
struct PaletteTarget: ClickTarget {
    let number: Int
    var isRow: Bool { true }
}
