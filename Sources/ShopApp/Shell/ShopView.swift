import Canvas
import ShopClient
import ShopModels

/// Turns state into frames. What it keeps between frames only saves work: a fresh view gives the same frame.
public struct ShopView {
    /// What the frame around the list depends on.
    private struct ChromeInput: Equatable {
        let connection: Connection
        let screen: Size
        let counter: ShopCounter
        let waitingOrders: Int
        /// The keys that work, which the footer names.
        let bindings: KeyTable
    }

    /// What stands below the drinks machine's list depends on.
    private struct FootInput: Equatable {
        let content: BalanceBar.Content
        let layout: ListLayout
        let pictures: [PictureRequest: PictureState]
    }

    private let words: Words
    private var sectionViews: [SectionID: SectionView] = [:]
    private var phoneBook: ContactsView
    private var chrome = Memo<ChromeInput, [Panel]>()
    private var foot = Memo<FootInput, Panel>()
    private var layers: LayerView

    public init(words: Words) {
        self.words = words
        phoneBook = ContactsView(words: words)
        layers = LayerView(words: words)
    }

    /// The whole screen for `state`.
    public mutating func frame(of state: ShopState) -> Frame {
        let layout = state.menu.layout
        guard !layout.isTooSmall else { return TooSmallPage(words: words).frame(size: state.size) }
        var frame = Frame(size: state.size, panels: chromePanels(state), cursor: cursor(of: state.menu))
        if !state.layers.coversList { addList(state, to: &frame) }
        layers.add(state, to: &frame)
        if let toast = state.toast.current, let panel = ToastView(words: words).panel(toast, layout: layout) {
            frame.panels.append(panel)
        }
        return frame
    }

    private mutating func addList(_ state: ShopState, to frame: inout Frame) {
        guard state.counter != .contacts else { return phoneBook.add(state, to: &frame) }
        frame.panels += sectionPanels(state) + footPanels(state)
        guard state.layers.isEmpty else { return }
        let layout = state.menu.layout
        frame.viewport = Frame.Viewport(
            rows: layout.origin.row..<(layout.origin.row + layout.height), top: state.menu.cursor.top)
    }

    private mutating func footPanels(_ state: ShopState) -> [Panel] {
        let layout = state.menu.layout
        guard layout.statusBarHeight > 0 else { return [] }
        let requests = BalanceBar.requests(state)
        let input = FootInput(
            content: BalanceBar.Content(state.drinks), layout: layout,
            pictures: state.pictures.known.filter { requests.contains($0.key) })
        return [
            foot.value(for: input) { [words] input in
                BalanceBar(words: words, layout: input.layout).panel(input.content, known: input.pictures)
            }
        ]
    }

    private mutating func chromePanels(_ state: ShopState) -> [Panel] {
        let input = ChromeInput(
            connection: state.connection, screen: state.size, counter: state.counter,
            waitingOrders: state.waitingOrders, bindings: state.keyTable)
        return chrome.value(for: input) { [words] input in
            ShopFrame(words: words).panels(
                connection: input.connection, tabs: Tabs(counters: state.counters, shown: input.counter),
                waitingOrders: input.waitingOrders, bindings: input.bindings, layout: state.menu.layout)
        }
    }

    private mutating func sectionPanels(_ state: ShopState) -> [Panel] {
        state.menu.sections.indices.compactMap { index in
            sectionViews[state.menu.sections[index].id, default: SectionView(words: words)].panel(at: index, of: state)
        }
    }

    /// The terminal's cursor rests on the selected row, where an input method would draw.
    private func cursor(of menu: ListState) -> Point {
        let line = menu.geometry.clamped(menu.cursor.selection).map { menu.geometry.line(of: $0) } ?? 0
        let row = menu.layout.origin.row + max(0, line - menu.cursor.top)
        return Point(column: menu.layout.origin.column, row: min(row, menu.layout.screen.height - 1))
    }
}
