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
    /// The keys that work on all lists.
    static func lists(_ keys: KeyTable) -> HelpTopic { HelpTopic(LocalizedText("모든 목록", "Every list"), keys) }
    static let searching = HelpTopic(LocalizedText("찾기", "Search"), .searching)
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
