import Canvas
import TerminalText

/// Draws the help page.
struct HelpPageView {
    let words: Words

    /// The gap between two columns of topics.
    private static let gap = 2
    /// The width below which a line names only the first keys of its commands.
    private static let narrow = 56

    func panel(_ state: HelpPage, layout: ListLayout) -> Panel {
        let page = HelpLayout(state.shown, screen: layout.screen)
        var lines: [Line] = layout.height > page.visibleLines ? [text(words.helpTitle, .title, layout), .blank] : []
        if state.shown.isEmpty { lines.append(text(EmptyState.noMatch.reason[words.language], .dim, layout)) }
        let pattern = state.search?.pattern ?? SearchPattern()
        let keys = keyColumns(state, page, layout)
        lines += (state.top..<max(state.top, min(page.lineCount, state.top + page.visibleLines))).map {
            row($0, of: page, keys, layout).highlighting(pattern)
        }
        lines += Array(repeating: .blank, count: max(0, layout.height - lines.count))
        return Panel(region: Region("help"), origin: layout.origin, width: layout.width, lines: lines)
    }

    private func text(_ text: String, _ style: Style, _ layout: ListLayout) -> Line {
        var builder = LineBuilder(width: layout.width, margin: layout.margin)
        builder.left(text, style)
        return builder.line
    }

    /// Returns a line with the entries of all columns.
    private func row(_ number: Int, of page: HelpLayout, _ keyColumns: Int, _ layout: ListLayout) -> Line {
        let width = columnWidth(of: page, layout)
        var builder = LineBuilder(width: layout.width, margin: layout.margin)
        for entries in page.columns {
            if entries.indices.contains(number) { builder.put(line(of: entries[number], keyColumns, width: width)) }
            builder.skip(width + HelpPageView.gap)
        }
        return builder.line
    }

    private func line(of entry: HelpLayout.Entry, _ keyColumns: Int, width: Int) -> Line {
        var builder = LineBuilder(width: width)
        switch entry {
        case .blank: break
        case .heading(let title): builder.left(title[words.language], .title)
        case .key(let line, let place):
            let label = label(of: line, width: width)
            builder.left(label.text, .bold, gap: max(2, keyColumns - label.text.columns))
            builder.left(line.command.help[words.language], .plain)
            return clickable(builder.line, line.command, label, place, width: width)
        }
        return builder.line
    }

    /// Makes a line clickable. Each key triggers its own command, the rest of the line the first one.
    private func clickable(
        _ drawn: Line, _ command: Command, _ label: KeyTable.Label, _ place: LocalizedText, width: Int
    ) -> Line {
        guard !label.parts.isEmpty else { return drawn }
        let whole = KeyTable.Label.Part(columns: 0..<width, command: command)
        return (label.parts + [whole]).reduce(drawn) { drawn, part in
            drawn.clickable(ClickZone(columns: part.columns, target: ShellTarget.listed(part.command, place)))
        }
    }

    /// Returns the width of a column of topics.
    private func columnWidth(of page: HelpLayout, _ layout: ListLayout) -> Int {
        let room = layout.width - 2 * layout.margin
        return (room - HelpPageView.gap * (page.columns.count - 1)) / max(1, page.columns.count)
    }

    private func label(of line: KeyTable.HelpLine, width: Int) -> KeyTable.Label {
        width < HelpPageView.narrow ? line.shortLabel : line.label
    }

    /// Returns the width of the longest keys and the space after them, at most half of the column. Longer keys extend
    /// beyond it.
    private func keyColumns(_ state: HelpPage, _ page: HelpLayout, _ layout: ListLayout) -> Int {
        let width = columnWidth(of: page, layout)
        let longest = state.blocks.flatMap(\.lines).map { label(of: $0, width: width).text.columns }.max() ?? 0
        return min(longest + 2, width / 2)
    }
}

extension Style {
    fileprivate static let title = Style(.accent, .bold)
}
