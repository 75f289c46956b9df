import Canvas
import TerminalText

/// The keys that work in one place of the program, as the help page lists them.
struct HelpTopic: Hashable, Sendable {
    /// Where they work; `nil` for those that work in every list.
    let title: LocalizedText?
    let keys: KeyTable

    init(_ title: LocalizedText? = nil, _ keys: KeyTable) {
        self.title = title
        self.keys = keys
    }
}

extension HelpTopic {
    static let searching = HelpTopic(LocalizedText("찾기", "Search"), .searching)
    static let dialog = HelpTopic(LocalizedText("예, 아니오", "Yes or no"), .dialog)
}

/// The help page: what it lists, and how far it is scrolled.
struct HelpPage: Hashable, Sendable {
    let entries: [HelpPageView.Entry]
    private var position: ScrollPosition

    /// The entry at the top.
    var top: Int { position.top }

    /// Opened at the keys of `topic`, else at its beginning.
    init(at topic: HelpTopic? = nil, of topics: [HelpTopic], screen: Size) {
        let entries = HelpPageView.entries(of: topics)
        self.entries = entries
        position = ScrollPosition(top: topic?.title.flatMap { entries.firstIndex(of: .heading($0)) } ?? 0)
        scroll(.rows(0), screen: screen)
    }

    mutating func scroll(_ move: ListCursor.Move, screen: Size) {
        let visible = HelpPageView.visibleLines(screen: screen)
        position.move(move, lines: entries.count, height: visible, page: visible)
    }
}

extension HelpPage: ShellLayer {
    var keyTable: KeyTable { .helpPage }
    var coversAll: Bool { true }

    mutating func handle(_ command: Command, _ shell: inout ShellContext) {
        if let move = command.move { scroll(move, screen: shell.screen) }
        if command == .back { shell.close(HelpPage.self) }
    }

    mutating func resize(to screen: Size) { scroll(.rows(0), screen: screen) }

    func draw(_ context: LayerContext, _ words: Words) -> LayerPicture {
        LayerPicture(panels: [HelpPageView(words: words).panel(self, layout: context.layout.whole)])
    }
}

/// The help page, made from the key table.
struct HelpPageView {
    let words: Words

    /// A line of the page: where the keys that follow work, or a key and what it does.
    enum Entry: Hashable {
        case blank
        case heading(LocalizedText)
        case key(KeyTable.HelpLine)
    }

    static func entries(of topics: [HelpTopic]) -> [Entry] {
        topics.flatMap { topic in
            (topic.title.map { [.blank, .heading($0)] } ?? []) + topic.keys.helpLines.map(Entry.key)
        }
    }

    /// Lines that the title and the space around it take.
    private static let titleLines = 2

    static func visibleLines(screen: Size) -> Int {
        let height = ListLayout(screen: screen).height
        return max(1, height - (height > 8 ? titleLines : 0))
    }

    func panel(_ state: HelpPage, layout: ListLayout) -> Panel {
        let visible = HelpPageView.visibleLines(screen: layout.screen)
        var lines: [Line] = []
        if layout.height > visible { lines = [title(layout), .blank] }
        lines += state.entries.dropFirst(state.top).prefix(visible).map { entry($0, layout, keyColumns(state)) }
        lines += Array(repeating: .blank, count: max(0, layout.height - lines.count))
        return Panel(region: Region("help"), origin: layout.origin, width: layout.width, lines: lines)
    }

    private func title(_ layout: ListLayout) -> Line {
        var builder = LineBuilder(width: layout.width, margin: layout.margin)
        builder.left(words.helpTitle, Style(.accent, .bold))
        return builder.line
    }

    private func entry(_ entry: Entry, _ layout: ListLayout, _ keyColumns: Int) -> Line {
        var builder = LineBuilder(width: layout.width, margin: layout.margin)
        switch entry {
        case .blank: break
        case .heading(let title): builder.left(title[words.language], Style(.accent, .bold))
        case .key(let line):
            builder.left(line.label, .bold, gap: max(2, keyColumns - line.label.columns))
            builder.left(line.command.help[words.language], .plain)
        }
        return builder.line
    }

    /// Columns of the longest key and the space after it.
    private func keyColumns(_ state: HelpPage) -> Int {
        let labels = state.entries.compactMap { entry in
            if case .key(let line) = entry { line.label.columns } else { nil }
        }
        return (labels.max() ?? 0) + 2
    }
}
