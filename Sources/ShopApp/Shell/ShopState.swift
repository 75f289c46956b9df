import Canvas
import Domain
import Foundation
import Settings
import ShopClient
import Terminal
import TerminalText

/// The whole state of the shop, on which the screen depends.
struct ShopState: Sendable {
    /// The part of the terminal that the shop uses; on a plain screen, all but the status line.
    private(set) var size: Size
    /// Whether the screen is plain, for a screen reader.
    let isPlain: Bool
    /// The status line of a plain screen.
    var plainStatus = PlainStatus()
    /// The texts in the guest's language. Searches use this language as well.
    private(set) var words: Words
    /// The user's settings.
    private(set) var settings: Settings
    private var lists: CounterLists
    /// All counters, in the order of their tabs.
    var all: [any RegisteredCounter]
    /// The titles of all counters' tabs.
    let tabNames: [LocalizedText]
    /// The keys that are the same on all lists, before the user's choices.
    private var commonKeys: KeyTable = []
    /// The keys of each counter that was shown that move in its list wherever the cursor is, by its index.
    private var moves: [Int: [Key: ListCursor.Move]] = [:]
    /// The keys of all counters for items for sale.
    private var saleKeys: KeyTable = []
    /// Those of them that every list has.
    private(set) var saleKeysOnLists: KeyTable = []
    /// The indices of the counters that sell items, by their commands.
    private(set) var sellers: [Command: Int] = [:]
    /// What is handled as soon as the present input has changed the state.
    var listed: ListedCommand?
    /// The keys that the user configured.
    private var keyChoices = KeyChoices()
    /// The counters that are told when an action is over.
    var listFollowers: Set<CounterID> = []
    /// How the shop appears, as it said last.
    private(set) var appearance: ShopAppearance
    /// The indices of the counters that the shop has, in the order of their tabs; at least one.
    private(set) var offered: [Int]
    /// Those of them that have a tab now.
    private(set) var tabs: [Int] = []
    /// The label of each tab's key; empty if it has none.
    private(set) var tabKeys: [String] = []
    private(set) var shownTabNames: [LocalizedText] = []
    /// The labels of the tabs' keys by counter, for those that have one.
    private(set) var keysOfTabs: [CounterID: String] = [:]
    var toast = ToastQueue()
    var pictures: ShopPictures
    /// The layers above the list.
    var layers = LayerStack()
    /// The guest who orders at this terminal.
    var guest: Guest
    var requestKeys: RequestKeys
    /// The counter that made the last change that can be undone; `nil` if there is none.
    var undoOwner: CounterID?
    var connection: Connection
    /// The time of the next attempt to reach the server, if it is known.
    var nextTry: Date?
    /// Whether the server does not report changes.
    var isPolled = false
    /// The name of a remote server; `nil` for the program's own server.
    let shopName: String?
    /// The time zone of the times shown; `nil` for that of this machine.
    let zone: TimeZone?
    /// The time from which ages are computed. It advances only while an age is shown.
    var now: Date { didSet { time = now } }
    /// The time of the latest action, from which typed times are computed. Nothing that is drawn depends on it.
    var time: Date
    /// Whether ages of rows were shown after the latest action.
    var hasShownAges = false
    var spinnerPhase = 0
    /// The sections that the guest had refetched, as they were then, until their answers have come.
    var asked: [SectionID: Section] = [:]
    /// Those of them whose answers came a moment ago, which their headers say.
    var confirmed: Set<SectionID> = []
    var runningTimers: Set<TimerID> = []
    /// The latest click; `nil` if that was a double click.
    var firstClick: FirstClick?
    /// Whether the welcome of a first visit is shown; until the first input.
    var isWelcoming = false
    /// The limit after which an idle guest is logged out; `nil` for no limit.
    let idleLimit: IdleLimit?
    /// Whether the guest was logged out for being idle.
    var isLoggedOut = false
    /// Whether a toast has already said that a key does nothing.
    var hasToldUnknownKey = false

    /// Creates the state of a shop that shows the first of `counters`.
    ///
    /// `keys` is the seed of the idempotency keys of requests; each run of the program needs another one.
    init(
        size: Size, sections: [Section], counters: [any Counter], connection: Connection = .connecting,
        pictureColors: PictureColors = .none, guest: Guest = Guest(), shopName: String? = nil, zone: TimeZone? = nil,
        language: Language = .korean, settings: Settings = Settings(), idleLimit: IdleLimit? = nil,
        appearance: ShopAppearance = ShopAppearance(), keys: UUID = UUID(), now: Date
    ) {
        precondition(!counters.isEmpty, "a shop has a counter")
        isPlain = settings.plain
        let size = isPlain ? PlainScreen.shop(in: size) : size
        self.size = size
        pictures = ShopPictures(colors: pictureColors)
        self.connection = connection
        self.guest = guest
        self.shopName = shopName
        self.zone = zone
        words = language.words
        self.settings = settings
        self.idleLimit = idleLimit
        (self.now, time) = (now, now)
        requestKeys = RequestKeys(seed: keys)
        let all = counters.map(\.registered)
        self.all = all
        tabNames = all.map(\.texts.title)
        self.appearance = appearance
        offered = appearance.tabs(of: all.map(\.id))
        lists = CounterLists(all) { counter in
            SectionedList(
                sections: sections.filter { section in
                    counter.sections.contains { $0.id == section.id }
                        && !counter.sectionsListedIfAny.contains(section.id)
                },
                layout: ListLayout(screen: size, shape: counter.shape), showsPictures: pictureColors != .none)
        }
        lists.show(offered[0])
        updateSales()
        adopt(settings, language)
        if isPlain { startPlainStatus() }
    }

    var language: Language { words.language }

    /// Applies changed settings and a language.
    mutating func adopt(_ settings: Settings, _ language: Language) {
        self.settings = settings
        keyChoices = KeyChoices(settings.keys)
        let isOther = language != self.language
        if isOther { for number in all.indices { lists[number].searchAgain() } }
        words = language.words
        words.keys = keyChoices
        if isOther { layers.layOut(on: size, words) }
        tabs = presentCounters
        updateKeys()
    }

    /// The indices of the counters that the shop has and of which the server knows a section, in the order of their
    /// tabs. The first counter is always present.
    private var presentCounters: [Int] { offered.filter { $0 == offered[0] || !lists[$0].isUnknownToServer } }

    private mutating func updateSales() {
        let sold = offered.map { number in (number, all[number].saleKeys(on: nil)?.own ?? []) }
        saleKeys = KeyTable(sold.flatMap(\.1))
        let onLists = offered.reduce(into: Set<Command>()) { $0.formUnion(all[$1].commandsOnLists) }
        saleKeysOnLists = saleKeys.filter { onLists.contains($0.command) }
        sellers = Dictionary(sold.flatMap { number, keys in keys.map { ($0.command, number) } }) { first, _ in first }
    }

    /// Has the tabs and sections that the shop has now, after its counters were told. `former` are their sections before.
    mutating func arrange(as appearance: ShopAppearance, insteadOf former: [[SectionID]]) {
        self.appearance = appearance
        lists.arrange(all, insteadOf: former)
        offered = appearance.tabs(of: all.map(\.id))
        updateSales()
        tabs = presentCounters
        updateKeys()
    }

    /// Updates the tabs and their keys if the set of present counters has changed.
    mutating func updateTabs() {
        guard presentCounters != tabs else { return }
        tabs = presentCounters
        updateKeys()
    }

    private mutating func updateKeys() {
        commonKeys = .list(tabNames, tabs: tabs, canStop: idleLimit == nil)
        moves = [:]
        updateMoves()
        let tabTable = commonKeys.applying(keyChoices).filter { $0.command.counterNumber != nil }
        shownTabNames = tabs.map { tabNames[$0] }
        tabKeys = tabs.map { number in
            tabTable.first { $0.command.counterNumber == number }?.keys.first?.label ?? ""
        }
        keysOfTabs = Dictionary(uniqueKeysWithValues: zip(tabs.map { all[$0].id }, tabKeys).filter { !$1.isEmpty })
    }

    private mutating func updateMoves() {
        guard moves[shownNumber] == nil else { return }
        moves[shownNumber] =
            KeysAtCursor(counter: shown.keys(on: nil), sale: saleKeys, common: commonKeys, choices: keyChoices).moves
    }

    /// The topics of the help page in its order, with the user's choice of keys. Built for each help page, not at the start.
    var helpTopics: [HelpTopic] {
        let own = tabs.flatMap { all[$0].usefulTopics }
        let topics =
            [.lists(saleKeysOnLists + commonKeys), .searching, .onSale(saleKeys)] + own + [.dialog, .mouse]
        return topics.map { HelpTopic($0.title, $0.keys.applying(keyChoices)) }
    }

    /// The index of the shown counter.
    var shownNumber: Int { lists.shown }
    var shown: any RegisteredCounter { all[lists.shown] }
    var counter: CounterID { shown.id }

    var list: SectionedList {
        _read { yield lists.list }
        _modify { yield &lists.list }
    }

    /// The list of the counter at that index, whether it is shown or not.
    subscript(list number: Int) -> SectionedList {
        _read { yield lists[number] }
        _modify { yield &lists[number] }
    }

    subscript<Kind: Counter>(_ kind: Kind.Type) -> Kind? {
        all.lazy.compactMap { ($0 as? Registered<Kind>)?.counter }.first
    }

    /// Returns the move of a key in the list; `nil` if for some selections the key does anything else.
    func move(by key: Key) -> ListCursor.Move? {
        layers.isEmpty && list.filter == nil ? moves[shownNumber]?[key] : nil
    }

    /// The keys that work now.
    var keyTable: KeyTable { keysAtCursor.all }

    var usefulKeys: KeyTable { keysAtCursor.useful }

    /// The command on Enter in the default keys, which is the most common action on the selection.
    var mainCommand: Command? {
        var keys = keysAtCursor
        (keys.choices, keys.isFound) = (KeyChoices(), false)
        return keys.all.command(of: .enter)
    }

    /// The commands that have no effect on `item`, or where there is none.
    private func commandsOff(on item: SaleItem?) -> Set<Command> {
        var off: Set<Command> = []
        for counter in all {
            guard let more = counter.saleKeys(on: item)?.off, !more.isEmpty else { continue }
            // Each frame asks, and usually one counter sells: sets are hashed anew only for several.
            if off.isEmpty { off = more } else { off.formUnion(more) }
        }
        return off
    }

    /// Everything that the keys at the cursor depend on.
    var keysAtCursor: KeysAtCursor {
        if isTyping {
            let keys: KeyTable = list.nearest == nil ? .searching : .searchingNearest
            let off: Set<Command> = list.foundNothing ? [.keepSearch] : []
            return KeysAtCursor(common: keys, off: off, isInText: true, choices: keyChoices)
        }
        let item = saleItem
        let off = commandsOff(on: item)
        let sale = item != nil ? saleKeys : layers.isEmpty ? saleKeysOnLists : []
        if let top = layers.top {
            return KeysAtCursor(
                sale: sale, common: top.keyTable, off: off, isInText: top.isInText, choices: keyChoices)
        }
        return KeysAtCursor(
            counter: shown.keys(on: list), sale: sale, common: commonKeys, off: off.union(commandsOffInList),
            isFolded: list.isSelectionFolded, isFound: list.filter != nil, choices: keyChoices)
    }

    /// The commands without effect at the cursor of any list.
    private var commandsOffInList: Set<Command> {
        guard let section = list.selectedSection else { return [.refetch, .nextMatch, .previousMatch, .copy] }
        return section.rows.isEmpty || list.isSelectionFolded ? [.copy] : []
    }

    /// The item for sale in the top layer, or else in the selected row; `nil` if there is none, or if no counter has
    /// keys for items for sale.
    var saleItem: SaleItem? {
        guard !saleKeys.isEmpty else { return nil }
        if let top = layers.top { return top.saleItem }
        guard !list.isSelectionFolded else { return nil }
        return list.selectedSection.flatMap { shown.saleItem(ofRow: list.cursor.selection.row, in: $0) }
    }

    /// Returns the index of the counter that handles a sale command; `nil` if none does.
    func counterNumber(selling command: Command) -> Int? { sellers[command] }

    /// What the lists of all counters offer.
    var itemsOnSale: ItemsOnSale { ItemsOnSale(all, lists) }

    /// The marks of all counters that mark items for sale now.
    var itemMarks: [ItemMarks] { all.compactMap(\.itemMarks) }

    var isTyping: Bool { layers.isEmpty && list.filter?.search.isTyping == true }

    var keyReceiver: KeyReceiver {
        KeyReceiver(
            counter: shownNumber, layer: layers.topNumber, takesText: layers.top.map(\.takesText) ?? isTyping)
    }

    /// The counter that is shown, and the number of its top layer. Inlined: each action asks twice, and a call copies the
    /// state.
    var screen: (counter: Int, layer: Int?) {
        @inline(__always) get { (shownNumber, layers.topNumber) }
    }

    /// Shows the counter at that index, with its list as it was left.
    mutating func show(_ index: Int) {
        lists.show(index)
        updateMoves()
    }

    /// Replaces a section with its new value, whether it is shown or not.
    mutating func replace(_ section: Section) { lists.replace(section) }

    /// Lays everything out for another screen size.
    mutating func resize(to screen: Size) {
        let size = isPlain ? PlainScreen.shop(in: screen) : screen
        self.size = size
        lists.resize(to: size)
        layers.layOut(on: size, words)
    }

    /// Lays out the list again if its counter needs another shape.
    mutating func reshapeList() {
        var shape = shown.shape
        if shape.statusBar == .none, shown.offersItems, all.contains(where: \.hasStrip) { shape.statusBar = .line }
        if shape != list.layout.shape { list.lay(out: ListLayout(screen: size, shape: shape)) }
    }

    /// The search of the top layer, or of the list if there is no layer.
    var search: SearchField? { layers.top.map { $0.search } ?? list.filter?.search }

    /// Returns the number of matches in words; empty if there is no search text.
    func searchCount(_ words: Words) -> String {
        guard search?.pattern.isEmpty == false else { return "" }
        if let top = layers.top { return words.count(top.foundCount) }
        let unsearched = list.allSections.reduce(0) { $0 + $1.rows.unfetched }
        let counts = [shown.texts.count(list.foundCount, words), words.further(unsearched, of: shown)]
        return counts.filter { !$0.isEmpty }.joined(separator: ", ")
    }

    /// Returns what the search line says beside the text: how many match, or which part of a page is shown.
    func searchNote(_ words: Words) -> String { layers.top?.position(on: size, words) ?? searchCount(words) }

    /// The topics of the help page for the current place.
    var helpHere: [HelpTopic] {
        let (lists, searching, onSale) = (helpTopics[0], helpTopics[1], helpTopics[2])
        let sale = saleItem == nil ? [] : [onSale]
        if let top = layers.top {
            let topic = top.helpTopic ?? .here(top.keyTable.once)
            return [HelpTopic(topic.title, topic.keys.applying(keyChoices, inText: top.isInText))] + sale
        }
        guard !isTyping else { return [searching] }
        return shown.usefulTopics.prefix(1).map { HelpTopic($0.title, $0.keys.applying(keyChoices)) } + sale + [lists]
    }

    /// Repeats the search in the list if the search text or the rows have changed.
    mutating func filterList() {
        guard list.needsFiltering else { return }
        let (list, counter, words) = (list, shown, words)
        self.list.findRows(words) { counter.rowStyle(of: $0.id, in: list) }
    }

    /// Returns the index of the counter that shows a section; `nil` if none does.
    func counterNumber(of section: SectionID) -> Int? { lists.counter(of: section) }

    /// Returns the current value of a section, whether it is shown or not.
    func section(_ id: SectionID) -> Section? { lists.section(id) }
}

/// What receives the keys: the shown list, or the top layer. One input event acts on one of them.
struct KeyReceiver: Equatable {
    let counter: Int
    /// The number of the layer; `nil` for the list.
    let layer: Int?
    /// Whether keys that are no commands are typed as text.
    let takesText: Bool
}

extension ShopState {
    /// Whether anything that is shown says how old it is.
    var showsAges: Bool {
        if showsAgesOfRows { return true }
        for layer in layers.layers where layer.showsAge { return true }
        guard ShopFrame.canShowProgress(on: size) else { return false }
        for number in offered where all[number].hasProgress(at: now) { return true }
        return false
    }

    /// Whether the list that is shown says how old something is, in its rows or above them.
    private var showsAgesOfRows: Bool {
        let counter = all[shownNumber]
        if let first = list.sections.first, !counter.troubles(above: first.id, at: now, words).isEmpty { return true }
        return list.sections.contains { !$0.rows.isEmpty && counter.showsAges(of: $0.id) }
    }
}
