import Canvas
import TerminalText

/// The help page, made from the key tables.
struct HelpPageView {
    let words: Words

    /// Columns between two columns of topics.
    private static let gap = 2
    /// Below this many columns a line names only the first keys of its commands.
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

    /// The entries of all columns that stand in that line.
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

    /// The whole line does what its first key does, each further key what it does itself.
    private func clickable(
        _ drawn: Line, _ command: Command, _ label: KeyTable.Label, _ place: LocalizedText, width: Int
    ) -> Line {
        guard !label.parts.isEmpty else { return drawn }
        let whole = KeyTable.Label.Part(columns: 0..<width, command: command)
        return (label.parts + [whole]).reduce(drawn) { drawn, part in
            drawn.clickable(ClickZone(columns: part.columns, target: ShellTarget.listed(part.command, place)))
        }
    }

    /// Columns of one column of topics.
    private func columnWidth(of page: HelpLayout, _ layout: ListLayout) -> Int {
        let room = layout.width - 2 * layout.margin
        return (room - HelpPageView.gap * (page.columns.count - 1)) / max(1, page.columns.count)
    }

    private func label(of line: KeyTable.HelpLine, width: Int) -> KeyTable.Label {
        width < HelpPageView.narrow ? line.shortLabel : line.label
    }

    /// Columns of the longest keys and the space after them; at most half of the room, where the longer ones stand out.
    private func keyColumns(_ state: HelpPage, _ page: HelpLayout, _ layout: ListLayout) -> Int {
        let width = columnWidth(of: page, layout)
        let longest = state.blocks.flatMap(\.lines).map { label(of: $0, width: width).text.columns }.max() ?? 0
        return min(longest + 2, width / 2)
    }
}

extension Style {
    fileprivate static let title = Style(.accent, .bold)
}
