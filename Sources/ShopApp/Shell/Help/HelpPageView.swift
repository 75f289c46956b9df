import Canvas
import TerminalText

/// The layout of the help page's topics: below each other, and on wide screens in several columns. Texts that are longer
/// than their column go on below.
struct HelpLayout {
    /// A line of a column.
    enum Entry: Hashable {
        case blank
        case heading(String)
        /// A line of keys, with the title of its topic and the text beside the keys, which is empty if it begins below.
        case key(KeyTable.HelpLine, LocalizedText, String)
        /// A further line of a text.
        case text(String)
    }

    /// The minimum width of a column of topics.
    private static let narrowest = 56
    private static let tiny = 36
    /// The gap between two columns of topics.
    static let gap = 2
    /// The lines of the title and the blank one below it.
    private static let titleLines = 2
    /// The greatest height of screens that have no title.
    private static let lowest = 8
    /// The most lines of a text: more than any needs on the smallest screen.
    private static let textLines = 12

    let columns: [[Entry]]
    /// The width of a column.
    let width: Int
    /// The columns of the keys and of the space after them. Longer keys stand above their text.
    let keyColumns: Int
    let visibleLines: Int
    /// Whether the screen is too narrow for more than the top line's number.
    private let isTiny: Bool

    init(_ page: HelpPage, screen: Size, _ language: Language) {
        let layout = ListLayout(screen: screen, shape: ListShape(isCovering: true))
        visibleLines = max(1, layout.height - (layout.height > HelpLayout.lowest ? HelpLayout.titleLines : 0))
        isTiny = layout.width < HelpLayout.tiny
        let limit = max(1, min(page.shown.count, screen.width / HelpLayout.narrowest))
        width = max(1, (layout.width - 2 * layout.margin - HelpLayout.gap * (limit - 1)) / limit)
        keyColumns = HelpLayout.keyColumns(of: page.blocks, width: width)
        var topics: [[Entry]] = []
        for block in page.shown {
            topics.append(HelpLayout.entries(of: block, keyColumns, width: width, language))
        }
        columns = HelpLayout.columns(topics, limit: limit)
    }

    var lineCount: Int { columns.map(\.count).max() ?? 0 }

    /// Returns the index of the top line of `page`, which is at most the one that shows the end.
    func top(of page: HelpPage) -> Int { max(0, min(page.top, lineCount - visibleLines)) }

    /// Returns which lines are shown, such as "1-10/56", or "1/56" on a tiny screen; `nil` if all are.
    func position(of page: HelpPage) -> String? {
        guard lineCount > visibleLines else { return nil }
        let top = top(of: page)
        return "\(top + 1)\(isTiny ? "" : "-\(min(top + visibleLines, lineCount))")/\(lineCount)"
    }

    /// Returns the index of a line; `nil` if it is not shown.
    func line(of line: KeyTable.HelpLine) -> Int? {
        columns.lazy.compactMap { column in
            column.firstIndex { if case .key(line, _, _) = $0 { true } else { false } }
        }.first
    }

    /// Returns the label of a line: with only the first keys where the columns are narrow.
    static func label(of line: KeyTable.HelpLine, width: Int) -> KeyTable.Label {
        width < narrowest - 2 * gap ? line.shortLabel : line.label
    }

    /// Returns the width of the longest keys and the space after them, at most half of the column.
    private static func keyColumns(of blocks: [HelpPage.Block], width: Int) -> Int {
        let longest = blocks.flatMap(\.lines).map { label(of: $0, width: width).text.columns }.max() ?? 0
        return min(longest + gap, width / 2)
    }

    private static func entries(
        of block: HelpPage.Block, _ keyColumns: Int, width: Int, _ language: Language
    ) -> [Entry] {
        [.heading(block.title[language])]
            + block.lines.flatMap { line -> [Entry] in
                let texts = line.command.help[language].wrapped(columns: max(1, width - keyColumns), limit: textLines)
                let isBeside = label(of: line, width: width).text.columns + gap <= keyColumns
                return [.key(line, block.title, isBeside ? texts.first ?? "" : "")]
                    + texts.dropFirst(isBeside ? 1 : 0).map { .text($0) }
            }
    }

    /// Distributes the topics, in order and unbroken, over at most `limit` columns of the least possible height.
    private static func columns(_ topics: [[Entry]], limit: Int) -> [[Entry]] {
        let heights = topics.map(\.count)
        var height = heights.max() ?? 0
        while columnCount(heights, height: height) > limit { height += 1 }
        return columns(topics, height: height)
    }

    /// The number of columns that topics of these heights fill if none is higher than `height`.
    private static func columnCount(_ heights: [Int], height: Int) -> Int {
        var (count, filled) = (0, height)
        for topic in heights {
            let isBelow = count > 0 && filled + 1 + topic <= height
            filled = isBelow ? filled + 1 + topic : topic
            if !isBelow { count += 1 }
        }
        return count
    }

    private static func columns(_ topics: [[Entry]], height: Int) -> [[Entry]] {
        var columns: [[Entry]] = []
        for topic in topics {
            if let last = columns.last, last.count + 1 + topic.count <= height {
                columns[columns.count - 1] += [.blank] + topic
            } else {
                columns.append(topic)
            }
        }
        return columns
    }
}

struct HelpPageView {
    let words: Words

    func panel(_ state: HelpPage, layout: ListLayout) -> Panel {
        let page = HelpLayout(state, screen: layout.screen, words.language)
        var lines: [Line] = layout.height > page.visibleLines ? [text(words.helpTitle, .title, layout), .blank] : []
        if state.shown.isEmpty { lines += nothingFound(state, layout) }
        let top = page.top(of: state)
        lines += (top..<max(top, min(page.lineCount, top + page.visibleLines))).map {
            row($0, of: page, layout).highlighting(state.lines.field.pattern)
        }
        lines += Array(repeating: .blank, count: max(0, layout.height - lines.count))
        return Panel(region: Region("help"), origin: layout.origin, width: layout.width, lines: lines)
    }

    private func nothingFound(_ state: HelpPage, _ layout: ListLayout) -> [Line] {
        let room = layout.width - 2 * layout.margin
        let nearest = state.lines.nearest.map { words.nearest($0).wrapped(columns: room, limit: layout.height) } ?? []
        return ([EmptyState.noMatch(nearest: nil).reason[words.language]] + nearest).map { text($0, .dim, layout) }
    }

    private func text(_ text: String, _ style: Style, _ layout: ListLayout) -> Line {
        var builder = LineBuilder(width: layout.width, margin: layout.margin)
        builder.left(text, style)
        return builder.line
    }

    private func row(_ index: Int, of page: HelpLayout, _ layout: ListLayout) -> Line {
        var builder = LineBuilder(width: layout.width, margin: layout.margin)
        for entries in page.columns {
            if entries.indices.contains(index) { builder.put(line(of: entries[index], in: page)) }
            builder.skip(page.width + HelpLayout.gap)
        }
        return builder.line
    }

    private func line(of entry: HelpLayout.Entry, in page: HelpLayout) -> Line {
        var builder = LineBuilder(width: page.width)
        switch entry {
        case .blank: break
        case .heading(let title): builder.left(title, .title)
        case .text(let text):
            builder.skip(page.keyColumns)
            builder.left(text, .plain)
        case .key(let line, let place, let text):
            let label = HelpLayout.label(of: line, width: page.width)
            builder.left(label.text, .bold, gap: max(HelpLayout.gap, page.keyColumns - label.text.columns))
            builder.left(text, .plain)
            return clickable(builder.line, line.command, label, place, width: page.width)
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
}

extension Style {
    fileprivate static let title = Style(.accent, .bold)
}
