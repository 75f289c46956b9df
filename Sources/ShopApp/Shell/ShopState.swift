import Canvas
import Domain
import Foundation
import Settings
import ShopClient
import Terminal
import TerminalText

/// Everything that the screen depends on.
struct ShopState: Sendable {
    /// What of the terminal the shop takes.
    private(set) var size: Size
    /// Whether the screen is one that is heard.
    let isPlain: Bool
    /// What the status line of such a screen tells.
    var plainStatus = PlainStatus()
    /// What the guest reads, and in which language: what is looked for is looked for in that.
    private(set) var words: Words
    /// What the user wants of the program.
    private(set) var settings: Settings
    private var lists: CounterLists
    /// All counters, in the order of their tabs.
    var all: [any Counter]
    /// What their tabs say.
    let tabNames: [LocalizedText]
    /// The keys of each counter's list, the same where something is for sale, and where a folded section is selected.
    private var keyTables: [(plain: KeyTable, onSale: KeyTable, onFolded: KeyTable)] = []
    /// What all counters do with what is for sale.
    private let saleKeys: KeyTable
    /// The keys that the user chose.
    private var keyChoices = KeyChoices()
    private let markingNumbers: [Int]
    /// The numbers of the counters that the shop has, in the order of their tabs.
    private(set) var tabs: [Int] = []
    /// What the key of each of them is called; empty where it has none.
    private(set) var tabKeys: [String] = []
    /// What each of them is called.
    private(set) var shownTabNames: [LocalizedText] = []
    var toast = ToastQueue()
    var pictures: ShopPictures
    /// What lies above the list.
    var layers = LayerStack()
    /// Who orders at this terminal.
    var guest: Guest
    var requestKeys: RequestKeys
    var connection: Connection
    /// When a server that does not answer is tried again, where that is known.
    var nextTry: Date?
    /// What a remote server is called; `nil` for the program's own.
    let place: String?
    /// Where times are told; `nil` for that of this machine.
    let zone: TimeZone?
    /// The time by which ages are told; moves on only while an age is shown.
    var now: Date
    /// Counts the spinners' pictures.
    var spinnerPhase = 0
    var runningTimers: Set<TimerID> = []
    /// `nil` after a double click.
    var firstClick: FirstClick?
    /// Whether somebody who was never here is told what to press; until the first key.
    var isWelcoming = false
    /// When whoever does nothing is logged out; `nil` for never.
    let idleLimit: IdleLimit?
    /// Whether that has happened.
    var isLoggedOut = false
    /// Whether it was told that a key does nothing here.
    var hasToldUnknownKey = false

    /// The shop with those counters, the first of which is shown. `keys` is where the keys of requests are made of; each
    /// run of the program needs another.
    init(
        size: Size, sections: [Section], counters: [any Counter], connection: Connection = .connecting,
        pictureColors: PictureColors = .none, guest: Guest = Guest(), place: String? = nil, zone: TimeZone? = nil,
        language: Language = .korean, settings: Settings = Settings(), idleLimit: IdleLimit? = nil,
        keys: UUID = UUID(), now: Date
    ) {
        precondition(!counters.isEmpty, "a shop has a counter")
        isPlain = settings.plain
        let size = isPlain ? PlainScreen.shop(in: size) : size
        self.size = size
        pictures = ShopPictures(colors: pictureColors)
        self.connection = connection
        self.guest = guest
        self.place = place
        self.zone = zone
        words = language.words
        self.settings = settings
        self.idleLimit = idleLimit
        self.now = now
        requestKeys = RequestKeys(seed: keys)
        all = counters
        tabNames = counters.map(\.name)
        saleKeys = KeyTable(counters.flatMap(\.saleKeys))
        markingNumbers = counters.indices.filter { !counters[$0].saleKeys.isEmpty }
        lists = CounterLists(counters) { counter in
            SectionedList(
                sections: sections.filter { section in counter.sections.contains { $0.id == section.id } },
                layout: ListLayout(screen: size, shape: counter.shape), showsPictures: pictureColors != .none)
        }
        adopt(settings, language)
        if isPlain { beginTellingPlainly() }
    }

    var language: Language { words.language }

    /// Takes over what the user wants by now.
    mutating func adopt(_ settings: Settings, _ language: Language) {
        self.settings = settings
        keyChoices = KeyChoices(settings.keys)
        words = language.words
        words.keys = keyChoices
        tabs = presentCounters
        updateKeys()
    }

    /// The numbers of the counters of which the server knows a section. The first is always there.
    private var presentCounters: [Int] { all.indices.filter { $0 == 0 || !lists[$0].isUnknownToServer } }

    /// Notes which counters the shop has: each of them has a tab, and its key.
    mutating func updateTabs() {
        guard presentCounters != tabs else { return }
        tabs = presentCounters
        updateKeys()
    }

    private mutating func updateKeys() {
        let (list, saleKeys) = (listKeys, saleKeys)
        keyTables = all.map { counter in
            let plain = counter.keyTable(beside: list)
            let tables = (plain, counter.keyTable(beside: saleKeys + list), plain.onFoldedSection(of: list))
            return (tables.0.applying(keyChoices), tables.1.applying(keyChoices), tables.2.applying(keyChoices))
        }
        let tabTable = list.applying(keyChoices).filter { $0.command.counterNumber != nil }
        shownTabNames = tabs.map { tabNames[$0] }
        tabKeys = tabs.map { number in
            tabTable.first { $0.command.counterNumber == number }?.keys.first?.label ?? ""
        }
    }

    /// The keys of every list, before the user's choices.
    private var listKeys: KeyTable { .list(tabNames, tabs: tabs, canStop: idleLimit == nil) }

    /// The topics of the help page in its order, with the user's choice of keys. Built for each help page, not at the start.
    var helpTopics: [HelpTopic] {
        let own = tabs.flatMap { all[$0].helpTopics }
        let topics = [.lists(saleKeys + listKeys), .searching] + own + [.dialog, .mouse]
        return topics.map { HelpTopic($0.title, $0.keys.applying(keyChoices)) }
    }

    /// The counter that is shown, and its number.
    var shownNumber: Int { lists.shown }
    var shown: any Counter { all[lists.shown] }
    var counter: CounterID { shown.id }

    /// The list of the counter that is shown.
    var list: SectionedList {
        _read { yield lists.list }
        _modify { yield &lists.list }
    }

    /// The list of the counter of that number, whether it is shown or not.
    subscript(list number: Int) -> SectionedList {
        _read { yield lists[number] }
        _modify { yield &lists[number] }
    }

    /// The counter of that type; `nil` where there is none.
    subscript<Kind: Counter>(_ kind: Kind.Type) -> Kind? { all.lazy.compactMap { $0 as? Kind }.first }

    /// How a key moves in the list, whatever is selected; `nil` where it may do anything else.
    func move(by key: Key) -> ListCursor.Move? {
        guard layers.isEmpty, list.filter == nil else { return nil }
        let tables = keyTables[shownNumber]
        guard let command = tables.plain.command(of: key), let move = command.move,
            tables.onSale.command(of: key) == command, tables.onFolded.command(of: key) == command
        else { return nil }
        return move
    }

    /// The keys that work now.
    var keyTable: KeyTable { keyTable(isOnSale: saleItem != nil) }

    private func keyTable(isOnSale: Bool) -> KeyTable {
        if let top = layers.top {
            let keys = isOnSale ? saleKeys + top.keyTable : top.keyTable
            return keys.applying(keyChoices, inText: top.isInText)
        }
        if isTyping { return KeyTable.searching.applying(keyChoices, inText: true) }
        let tables = keyTables[shownNumber]
        let keys = list.isSelectionFolded ? tables.onFolded : isOnSale ? tables.onSale : tables.plain
        return list.filter == nil ? keys : KeyTable.searched.applying(keyChoices) + keys
    }

    /// What Enter does here unless the user chose other keys: what most people want of what is selected.
    var mainCommand: Command? {
        if let top = layers.top { return top.keyTable.command(of: .enter) }
        let list = KeyTable.list(tabNames, tabs: tabs)
        let keys = shown.keyTable(beside: list)
        return (self.list.isSelectionFolded ? keys.onFoldedSection(of: list) : keys).command(of: .enter)
    }

    /// Those of them that do something where the cursor is.
    var usefulKeys: KeyTable { usefulKeys(of: keysOnSale.useful) }

    /// The keys that work now, and what of them does nothing with what is for sale where the cursor is.
    var keysOnSale: KeysOnSale {
        guard !isTyping, let item = saleItem else { return KeysOnSale(keys: keyTable(isOnSale: false)) }
        return KeysOnSale(
            keys: keyTable(isOnSale: true),
            idle: markingNumbers.map { all[$0].idleCommands(on: item) }.reduce([]) { $0.union($1) })
    }

    /// Those of `keys` that do something on the selected row.
    func usefulKeys(of keys: KeyTable) -> KeyTable {
        guard !isTyping, layers.isEmpty else { return keys }
        let useful = shown.usefulKeys(keys, on: list)
        guard let section = list.selectedSection else {
            return useful.without(.refetch, .nextMatch, .previousMatch, .copy)
        }
        return section.rows.isEmpty || list.isSelectionFolded ? useful.without(.copy) : useful
    }

    /// What is for sale where the keys go, if any counter does something with that.
    var saleItem: SaleItem? {
        guard !saleKeys.isEmpty else { return nil }
        if let top = layers.top { return top.saleItem }
        guard !list.isSelectionFolded else { return nil }
        return list.selectedSection.flatMap { shown.saleItem(ofRow: list.cursor.selection.row, in: $0) }
    }

    /// The number of the counter that does that with what is for sale.
    func counterNumber(selling command: Command) -> Int? {
        markingNumbers.first { all[$0].saleKeys.contains { $0.command == command } }
    }

    /// The counters that mark something of what is for sale now.
    var markingCounters: [any Counter] {
        var counters: [any Counter] = []
        for number in markingNumbers where all[number].hasMarks { counters.append(all[number]) }
        return counters
    }

    /// Whether keys are typed that say what is looked for in the list.
    var isTyping: Bool { layers.isEmpty && list.filter?.search.isTyping == true }

    /// Shows the list of the counter of that number as it was left.
    mutating func show(_ number: Int) { lists.show(number) }

    /// Takes over a new value of a section, whether it is shown or not.
    mutating func replace(_ section: Section) { lists.replace(section) }

    /// Takes over another size of the screen.
    mutating func resize(to screen: Size) {
        let size = isPlain ? PlainScreen.shop(in: screen) : screen
        self.size = size
        lists.resize(to: size)
        layers.resize(to: size)
    }

    /// Lays the list out anew where its counter wants another shape of it by now.
    mutating func reshapeList() {
        let shape = shown.shape
        if shape != list.layout.shape { list.lay(out: ListLayout(screen: size, shape: shape)) }
    }

    /// What is looked for where the keys go.
    var search: SearchField? { layers.top.map { $0.search } ?? list.filter?.search }

    /// How much of that was found, in words; empty where nothing was typed.
    func searchCount(_ words: Words) -> String {
        guard search?.pattern.isEmpty == false else { return "" }
        return layers.top.map { words.count($0.foundCount) } ?? shown.count(list.foundCount, words)
    }

    /// The keys of where one is, as the help page lists them.
    var helpHere: [HelpTopic] {
        if let top = layers.top {
            let topic = top.helpTopic ?? .here(top.keyTable.once)
            return [HelpTopic(topic.title, topic.keys.applying(keyChoices, inText: top.isInText))]
        }
        return isTyping
            ? Array(helpTopics.prefix(2).suffix(1))
            : Array(shown.helpTopics.prefix(1)).map {
                HelpTopic($0.title, $0.keys.applying(keyChoices))
            } + helpTopics.prefix(1)
    }

    /// Finds anew what is looked for in the list, where that or the rows are others by now.
    mutating func filterList() {
        guard list.needsFiltering else { return }
        let (list, counter, words) = (list, shown, words)
        self.list.findRows(words) { counter.rowStyle(of: $0.id, in: list) }
    }

    /// The number of the counter where that section is shown.
    func counterNumber(of section: SectionID) -> Int? { lists.counter(of: section) }

    /// A section as it is known now, whether it is shown or not.
    func section(_ id: SectionID) -> Section? { lists.section(id) }
}

/// Keys, and those of them that do nothing with what is for sale.
struct KeysOnSale: Equatable {
    let keys: KeyTable
    var idle: Set<Command> = []

    var useful: KeyTable { idle.isEmpty ? keys : keys.filter { !idle.contains($0.command) } }
}
