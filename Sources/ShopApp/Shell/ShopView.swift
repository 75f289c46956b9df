import Canvas
import Domain
import ShopClient
import TerminalText

/// Turns states into frames. It holds caches only: a fresh view returns the same frames.
struct ShopView {
    /// What the edges above and below the list depend on.
    private struct EdgesInput: Equatable {
        let connection: ConnectionStatus
        let layout: ListLayout
        let tabs: Tabs
        /// The notes in the upper edge, the most important first.
        let notes: [String]
        /// The possible texts about what is under way, the longest first.
        let progress: [String]
        /// The keys in the lower edge.
        let bindings: KeyTable
        /// What the focused button does.
        let verb: String?
        /// What is said of some commands instead of their hints.
        let hints: [Command: LocalizedText]
        let search: SearchLine?
    }

    private struct AccessoryInput: Equatable {
        let accessory: any ListAccessory
        static func == (left: AccessoryInput, right: AccessoryInput) -> Bool {
            left.accessory.isEqual(to: right.accessory)
        }
    }

    private let words: Words
    private(set) var list: SectionedListView
    private var accessory = Memo<AccessoryInput, LayerPicture>()
    private var pane = Memo<AccessoryInput, LayerPicture>()
    private var edges = Memo<EdgesInput, [Panel]>()
    private var keys = Memo<KeysAtCursor, KeyTable>()
    private var layers: LayerView
    private var dimmed = DimmedPanels()
    private var plain = PlainView()
    /// The parts of the latest frame that take clicks.
    private(set) var inputPanels = InputPanels()

    init(words: Words) {
        self.words = words
        list = SectionedListView(words: words)
        layers = LayerView(words: words)
    }

    /// Returns the frame of the whole screen.
    mutating func frame(of state: ShopState) -> Frame {
        state.isPlain ? plain.frame(shop(of: state), state.plainStatus.text[words.language]) : shop(of: state)
    }

    /// Returns the frame of the shop, without the changes and the status line of a plain screen.
    private mutating func shop(of state: ShopState) -> Frame {
        let layout = state.list.layout
        inputPanels = InputPanels(edges: 0, start: .max, layer: state.layers.topNumber)
        guard !layout.isTooSmall else { return TooSmallPage(words: words).frame(size: state.size) }
        let cursor = state.shown.emptyState == nil ? state.list.cursorPoint : layout.origin
        var frame = Frame(size: state.size, panels: [], cursor: cursor)
        if !(state.isPlain ? !state.layers.isEmpty : state.layers.coversList) { addList(state, to: &frame) }
        let start = layers.add(state, to: &frame)
        if let start, !state.isPlain, state.layers.top?.coversAll == false {
            frame.panels.replaceSubrange(..<start, with: dimmed.dim(frame.panels[..<start]))
        }
        let edges = edgePanels(state, verb: layers.verb)
        frame.panels.insert(contentsOf: edges, at: 0)
        (inputPanels.edges, inputPanels.start) = (edges.count, edges.count + (start ?? 0))
        if state.isWelcoming, !state.isPlain, let panel = WelcomeView(state, words).panel(words) {
            frame.panels.append(panel)
        }
        addCaret(state, to: &frame)
        if !state.isPlain { addToast(state, to: &frame) }
        return frame
    }

    /// Puts the cursor into the search line while a search is typed.
    private func addCaret(_ state: ShopState, to frame: inout Frame) {
        guard let search = state.search, search.isTyping else { return }
        let line = searchLine(search, state)
        frame.cursor = Point(column: line.shown(width: state.size.width).caret, row: state.size.height - 1)
        frame.showsCursor = true
    }

    private func addToast(_ state: ShopState, to frame: inout Frame) {
        guard let toast = state.toast.current else { return }
        // On the list the cursor is at the first row of the selected item, else at what has the focus.
        let isList = state.layers.isEmpty && !frame.showsCursor
        let kept = frame.cursor.row..<frame.cursor.row + (isList ? state.list.layout.rowHeight : 1)
        if let panel = ToastView(words: words).panel(toast, layout: state.list.layout, clearOf: kept) {
            frame.panels.append(panel)
        }
    }

    private mutating func addList(_ state: ShopState, to frame: inout Frame) {
        let known = state.pictures.known
        frame.panels += list.panels(
            of: state.list,
            ListContext(
                counter: state.shown, marks: state.itemMarks, pictures: known,
                spinnerPhase: state.isPlain ? nil : state.spinnerPhase, confirmed: state.confirmed, now: state.now,
                isOffline: state.connection == .disconnected))
        if let accessory = state.shown.strip(of: state.list, known) ?? strip(of: state) {
            let input = AccessoryInput(accessory: accessory)
            frame.add(self.accessory.value(for: input) { [words] in $0.accessory.draw(words) })
        }
        if let pane = state.list.layout.hasPane ? state.shown.pane(of: state.list, known) : nil {
            let drawn = self.pane.value(for: AccessoryInput(accessory: pane)) { [words] in $0.accessory.draw(words) }
            frame.panels += drawn.panels
        }
        let layout = state.list.layout
        // Where the list flows through columns, its lines do not move up and down together.
        guard state.layers.isEmpty, layout.columns == 1 else { return }
        frame.viewport = Frame.Viewport(
            rows: layout.origin.row..<(layout.origin.row + layout.height), top: state.list.cursor.top)
    }

    /// Returns the line that a counter which sells items shows below those of others.
    private func strip(of state: ShopState) -> (any ListAccessory)? {
        guard state.shown.offersItems, state.list.layout.statusBarHeight > 0 else { return nil }
        return state.all.lazy.compactMap { $0.strip(below: state.list.layout) }.first
    }

    private mutating func edgePanels(_ state: ShopState, verb: String?) -> [Panel] {
        let tabs = Tabs(
            names: state.shownTabNames, badges: state.tabs.map { state.all[$0].tabBadge },
            numbers: state.tabs, keys: state.tabKeys, shown: state.tabs.firstIndex(of: state.shownNumber) ?? 0)
        let input = EdgesInput(
            connection: ConnectionStatus(state), layout: state.list.layout, tabs: tabs,
            notes: notes(state), progress: progress(state), bindings: keys.value(for: state.keysAtCursor) { $0.useful },
            verb: verb,
            hints: hints(state), search: state.search.map { searchLine($0, state) })
        if let panels = edges.known(for: input) { return panels }
        return edges.value(for: input) { [words] input in
            ShopFrame(words: words).panels(
                connection: input.connection, tabs: input.tabs, notes: input.notes, progress: input.progress,
                bindings: input.bindings, verb: input.verb, hints: input.hints, search: input.search,
                layout: input.layout)
        }
    }

    private func hints(_ state: ShopState) -> [Command: LocalizedText] {
        for counter in state.all {
            let hints = counter.hints
            if !hints.isEmpty { return hints }
        }
        return [:]
    }

    private func progress(_ state: ShopState) -> [String] {
        guard ShopFrame.canShowProgress(on: state.size) else { return [] }
        for number in state.offered {
            let texts = state.all[number].progress(at: state.now, words)
            if !texts.isEmpty { return texts }
        }
        return []
    }

    private func notes(_ state: ShopState) -> [String] {
        for (number, counter) in state.all.enumerated() where state.offered.contains(number) {
            let notes = counter.notes(words)
            if !notes.isEmpty { return notes }
        }
        return []
    }

    private func searchLine(_ search: SearchField, _ state: ShopState) -> SearchLine {
        SearchLine(search: search, count: state.searchNote(words))
    }
}

/// The page for screens that are too small for the shop: one centred sentence, cut off if it does not fit.
struct TooSmallPage {
    let words: Words

    func frame(size: Size) -> Frame {
        let sentence = words.tooSmall(ListLayout.smallest.width, ListLayout.smallest.height)
        let texts = sentence.wrapped(columns: size.width, limit: max(0, size.height))
        let lines = texts.map { text in
            var builder = LineBuilder(width: size.width, margin: max(0, (size.width - text.columns) / 2))
            builder.left(text, .bold)
            return builder.line
        }
        let row = max(0, (size.height - lines.count) / 2)
        let panel = Panel(
            region: Region("too-small"), origin: Point(column: 0, row: row), width: size.width, lines: lines)
        return Frame(size: size, panels: [panel])
    }
}
