import Canvas
import Domain
import ShopClient

/// Turns state into frames. What it keeps between frames only saves work: a fresh view gives the same frame.
public struct ShopView {
    /// What the frame around the list depends on.
    private struct ChromeInput: Equatable {
        let connection: Connection
        let layout: ListLayout
        let tabs: Tabs
        /// What counters tell in the upper edge.
        let note: String?
        /// The keys that work, which the footer names.
        let bindings: KeyTable
    }

    private let words: Words
    private var sectionViews: [SectionID: SectionView] = [:]
    private var counters: [CounterID: any CounterView] = [:]
    private var chrome = Memo<ChromeInput, [Panel]>()
    private var layers: LayerView

    public init(words: Words) {
        self.words = words
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
        // Taken out while it draws, so that what it keeps is not copied.
        var view = counters.removeValue(forKey: state.counter) ?? state.shown.makeView(words)
        if view?.drawsList != true { addSections(state, to: &frame) }
        view?.add(state, to: &frame)
        counters[state.counter] = view
    }

    private mutating func addSections(_ state: ShopState, to frame: inout Frame) {
        frame.panels += sectionPanels(state)
        guard state.layers.isEmpty else { return }
        let layout = state.menu.layout
        frame.viewport = Frame.Viewport(
            rows: layout.origin.row..<(layout.origin.row + layout.height), top: state.menu.cursor.top)
    }

    private mutating func chromePanels(_ state: ShopState) -> [Panel] {
        let tabs = Tabs(
            names: state.tabNames, shown: state.all.firstIndex { $0.id == state.counter } ?? 0)
        let input = ChromeInput(
            connection: state.connection, layout: state.menu.layout, tabs: tabs,
            note: state.all.lazy.compactMap { [words] in $0.note(words) }.first, bindings: state.keyTable)
        return chrome.value(for: input) { [words] input in
            ShopFrame(words: words).panels(
                connection: input.connection, tabs: input.tabs, note: input.note, bindings: input.bindings,
                layout: input.layout)
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
