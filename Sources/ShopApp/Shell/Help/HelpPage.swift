import Canvas
import Terminal
import TerminalText

/// The keys that work in one place of the program, as listed on the help page.
struct HelpTopic: Hashable, Sendable {
    /// The name of the place.
    let title: LocalizedText
    let keys: KeyTable

    init(_ title: LocalizedText, _ keys: KeyTable) {
        self.title = title
        self.keys = keys
    }
}

extension HelpTopic {
    static func lists(_ keys: KeyTable) -> HelpTopic { HelpTopic(LocalizedText("모든 목록", "Every list"), keys) }
    static let searching = HelpTopic(LocalizedText("찾기", "Search"), .searchingHelp)
    static let dialog = HelpTopic(LocalizedText("예, 아니오", "Yes or no"), .dialog)
    /// The keys of a place that has no topic of its own.
    static func here(_ keys: KeyTable) -> HelpTopic { HelpTopic(LocalizedText("여기", "Here"), keys) }
}

/// The help page: its contents, search and scroll position.
struct HelpPage: Hashable, Sendable {
    /// A topic's title and lines.
    struct Block: Hashable, Sendable {
        let title: LocalizedText
        var lines: [KeyTable.HelpLine]
    }

    /// All topics, those of the current place first. No line occurs twice.
    let blocks: [Block]
    /// The blocks that match the search.
    private(set) var shown: [Block]
    private(set) var search: SearchField?
    private var position = ScrollPosition()

    /// The index of the top line.
    var top: Int { position.top }

    /// Creates a help page that lists the topics of `place` first.
    init(at place: [HelpTopic], of topics: [HelpTopic]) {
        blocks = HelpPage.blocks(of: place + topics.filter { !place.contains($0) })
        shown = blocks
    }

    private static func blocks(of topics: [HelpTopic]) -> [Block] {
        var told: Set<KeyTable.HelpLine> = []
        return topics.compactMap { topic in
            let lines = topic.keys.helpLines.filter { told.insert($0).inserted }
            return lines.isEmpty ? nil : Block(title: topic.title, lines: lines)
        }
    }

    mutating func scroll(_ move: ListCursor.Move, screen: Size) {
        let layout = HelpLayout(shown, screen: screen)
        position.move(move, lines: layout.lineCount, height: layout.visibleLines, page: layout.visibleLines)
    }

    /// Updates `shown` to what matches the search.
    private mutating func find(_ shell: ShellContext) {
        let (pattern, language) = (search?.pattern ?? SearchPattern(), shell.words.language)
        shown = blocks.compactMap { block in
            if pattern.matches(block.title[language]) { return block }
            let lines = block.lines.filter {
                pattern.matches($0.command.help[language]) || pattern.matches($0.label.text)
            }
            return lines.isEmpty ? nil : Block(title: block.title, lines: lines)
        }
        position = ScrollPosition()
    }
}

extension HelpPage: ShellLayer {
    var keyTable: KeyTable {
        guard let search else { return .helpPage }
        return search.isTyping ? .searching : KeyTable.searched + .helpPage
    }

    var coversAll: Bool { true }
    var takesText: Bool { search?.isTyping == true }
    var isInText: Bool { takesText }
    var foundCount: Int { shown.reduce(0) { $0 + $1.lines.count } }

    mutating func handle(_ command: Command, _ shell: inout ShellContext) {
        if let move = command.move { return scroll(move, screen: shell.screen) }
        switch command {
        case .find:
            search = search ?? SearchField()
            search?.isTyping = true
        case .keepSearch where search?.pattern.isEmpty == false: search?.isTyping = false
        case .keepSearch, .clearSearch:
            search = nil
            find(shell)
        case .nextMatch, .previousMatch: scroll(.rows(command == .nextMatch ? 1 : -1), screen: shell.screen)
        case .back: shell.close(HelpPage.self)
        default: if search?.perform(command) == true { find(shell) }
        }
    }

    mutating func type(_ key: Key, _ shell: inout ShellContext) {
        if search?.type(key) == true { find(shell) }
    }

    mutating func resize(to screen: Size) { scroll(.rows(0), screen: screen) }

    func draw(_ context: LayerContext, _ words: Words) -> LayerPicture {
        LayerPicture(panels: [HelpPageView(words: words).panel(self, layout: context.layout.whole)])
    }
}

/// The layout of the help page's topics: below each other, and on wide screens in several columns.
struct HelpLayout {
    /// A line of a column.
    enum Entry: Hashable {
        case blank
        case heading(LocalizedText)
        /// A line of keys, with the title of its topic.
        case key(KeyTable.HelpLine, LocalizedText)
    }

    /// The minimum width of a column of topics.
    private static let narrowest = 56
    /// The lines of the title and the blank one below it.
    private static let titleLines = 2
    /// The greatest height of screens that have no title.
    private static let lowest = 8

    let columns: [[Entry]]
    let visibleLines: Int

    init(_ blocks: [HelpPage.Block], screen: Size) {
        let height = ListLayout(screen: screen).height
        visibleLines = max(1, height - (height > HelpLayout.lowest ? HelpLayout.titleLines : 0))
        columns = HelpLayout.columns(blocks.map(HelpLayout.entries), limit: max(1, screen.width / HelpLayout.narrowest))
    }

    var lineCount: Int { columns.map(\.count).max() ?? 0 }

    private static func entries(of block: HelpPage.Block) -> [Entry] {
        [.heading(block.title)] + block.lines.map { .key($0, block.title) }
    }

    /// Distributes the topics, in order and unbroken, over at most `most` columns of the least possible height.
    private static func columns(_ topics: [[Entry]], limit: Int) -> [[Entry]] {
        var height = topics.map(\.count).max() ?? 0
        while true {
            let columns = columns(topics, height: height)
            if columns.count <= limit { return columns }
            height += 1
        }
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

    /// The gap between two columns of topics.
    private static let gap = 2
    /// The width below which a line names only the first keys of its commands.
    private static let narrow = 56

    func panel(_ state: HelpPage, layout: ListLayout) -> Panel {
        let page = HelpLayout(state.shown, screen: layout.screen)
        var lines: [Line] = layout.height > page.visibleLines ? [text(words.helpTitle, .title, layout), .blank] : []
        if state.shown.isEmpty { lines.append(text(EmptyState.noMatch(nearest: nil).reason[words.language], .dim, layout)) }
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

    private func row(_ index: Int, of page: HelpLayout, _ keyColumns: Int, _ layout: ListLayout) -> Line {
        let width = columnWidth(of: page, layout)
        var builder = LineBuilder(width: layout.width, margin: layout.margin)
        for entries in page.columns {
            if entries.indices.contains(index) { builder.put(line(of: entries[index], keyColumns, width: width)) }
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
