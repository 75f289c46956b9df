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
    /// The keys on what can be ordered.
    static func onSale(_ keys: KeyTable) -> HelpTopic { HelpTopic(LocalizedText("파는 것", "What is for sale"), keys) }
    static let searching = HelpTopic(LocalizedText("찾기", "Search"), .searchingHelp)
    static let dialog = HelpTopic(LocalizedText("예, 아니오", "Yes or no"), .dialog)
    /// The keys of a place that has no topic of its own.
    static func here(_ keys: KeyTable) -> HelpTopic { HelpTopic(LocalizedText("여기", "Here"), keys) }
}

/// The help page: its contents, search and scroll position. What is typed filters it.
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
    private(set) var lines: LineSearch
    private var position = ScrollPosition()

    /// The index of the top line; a screen that became larger may show lines above it.
    var top: Int { position.top }

    /// Creates a help page that lists the topics of `place` first, and is searched in `language`.
    init(at place: [HelpTopic], of topics: [HelpTopic], _ language: Language) {
        blocks = HelpPage.blocks(of: place + topics.filter { !place.contains($0) })
        shown = blocks
        lines = LineSearch(
            blocks.flatMap { block in
                block.lines.map { line in
                    SearchEntry(
                        titles: [line.command.help[language]], details: [line.label.text, block.title[language]])
                }
            })
    }

    private static func blocks(of topics: [HelpTopic]) -> [Block] {
        var told: Set<KeyTable.HelpLine> = []
        return topics.compactMap { topic in
            let lines = topic.keys.helpLines.filter { told.insert($0).inserted }
            return lines.isEmpty ? nil : Block(title: topic.title, lines: lines)
        }
    }

    mutating func scroll(_ move: ListCursor.Move, _ layout: HelpLayout) {
        position = ScrollPosition(top: layout.top(of: self))
        position.move(move, lines: layout.lineCount, height: layout.visibleLines, page: layout.visibleLines)
    }

    /// Shows what matches the search, in each topic the lines first that say so themselves.
    private mutating func showFound() {
        var start = 0
        shown = blocks.compactMap { block in
            let all = start..<(start + block.lines.count)
            let rows = lines.hits.filter { all.contains($0.row) }.rankedRows
            defer { start = all.upperBound }
            return rows.isEmpty
                ? nil : Block(title: block.title, lines: rows.map { block.lines[$0 - all.lowerBound] })
        }
        position = ScrollPosition()
    }

    /// Shows everything again, from the first line on that was found.
    private mutating func endSearch(_ shell: ShellContext) {
        let found = shown.first?.lines.first
        guard lines.perform(.clearSearch) else { return }
        showFound()
        let layout = HelpLayout(self, screen: shell.screen, shell.words.language)
        if let found, let line = layout.line(of: found) { scroll(.rows(line), layout) }
    }
}

extension HelpPage: ShellLayer {
    var keyTable: KeyTable {
        if lines.isEmpty { return .helpPage }
        let keys = KeyTable.helpPageSearched
        return lines.nearest == nil ? keys : keys.takingNearest(insteadOf: .keepSearch)
    }

    var coversAll: Bool { true }
    var takesText: Bool { true }
    var isInText: Bool { true }
    var search: SearchField? { lines.field }
    var foundCount: Int { lines.hits.count }

    func position(on screen: Size, _ words: Words) -> String? {
        HelpLayout(self, screen: screen, words.language).position(of: self)
    }

    mutating func handle(_ command: Command, _ shell: inout ShellContext) {
        if let move = command.move {
            return scroll(move, HelpLayout(self, screen: shell.screen, shell.words.language))
        }
        switch command {
        case .clearSearch: endSearch(shell)
        case .back: shell.close(HelpPage.self)
        default: if lines.perform(command) { showFound() }
        }
    }

    mutating func type(_ key: Key, _ shell: inout ShellContext) {
        if lines.type(key) { showFound() }
    }

    func draw(_ context: LayerContext, _ words: Words) -> LayerPicture {
        LayerPicture(panels: [HelpPageView(words: words).panel(self, layout: context.layout.whole)])
    }
}
