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

    /// What the screen of the machine's keeper depends on.
    private struct AdminInput: Equatable {
        let admin: AdminState
        let screen: Size
        let spinnerPhase: Int?
    }

    /// What the page of a dish depends on.
    private struct PageInput: Equatable {
        let page: DishPageState
        let screen: Size
        let spinnerPhase: Int?
        let pictures: [PictureRequest: PictureState]
    }

    private let words: Words
    private var sectionViews: [SectionID: SectionView] = [:]
    private var phoneBook: ContactsView
    private var chrome = Memo<ChromeInput, [Panel]>()
    private var page = Memo<PageInput, [Panel]>()
    private var foot = Memo<FootInput, Panel>()
    private var admin = Memo<AdminInput, [Panel]>()

    public init(words: Words) {
        self.words = words
        phoneBook = ContactsView(words: words)
    }

    /// The whole screen for `state`.
    public mutating func frame(of state: ShopState) -> Frame {
        let layout = state.menu.layout
        guard !layout.isTooSmall else { return TooSmallPage(words: words).frame(size: state.size) }
        var frame = Frame(size: state.size, panels: chromePanels(state), cursor: cursor(of: state.menu))
        if let help = state.help {
            frame.panels.append(HelpPage(words: words).panel(help, layout: layout.whole))
        } else {
            addPage(state, to: &frame)
        }
        if let toast = state.toast.current, let panel = ToastView(words: words).panel(toast, layout: layout) {
            frame.panels.append(panel)
        }
        return frame
    }

    /// The list, or the page that covers it, and the form above either.
    private mutating func addPage(_ state: ShopState, to frame: inout Frame) {
        let layout = state.menu.layout
        if let page = state.page {
            frame.panels += pagePanels(page, state)
            frame.cursor = DishLayout(screen: state.size, showsPictures: page.showsPictures).body.origin
        } else if let admin = state.drinks.admin {
            frame.panels += adminPanels(admin, state)
            frame.cursor = AdminScreen(words: words, layout: AdminLayout(screen: state.size)).cursor(admin)
        } else if state.counter == .contacts {
            phoneBook.add(state, to: &frame)
        } else {
            frame.panels += sectionPanels(state) + footPanels(state)
            if state.layer == .list {
                frame.viewport = Frame.Viewport(
                    rows: layout.origin.row..<(layout.origin.row + layout.height), top: state.menu.cursor.top)
            }
        }
        addLayers(state, to: &frame)
    }

    /// What lies above the list or the page and takes the keys.
    private func addLayers(_ state: ShopState, to frame: inout Frame) {
        let layout = state.menu.layout
        phoneBook.addForm(state, to: &frame)
        if let dialog = state.dialog {
            let view = DialogView(words: words, layout: layout, appearance: state.juiceAppearance)
            frame.panels.append(view.panel(dialog))
            frame.cursor = view.cursor(dialog)
            frame.showsCursor = false
        }
        if let editor = state.editor {
            let view = StockEditorView(words: words, layout: layout)
            frame.panels.append(view.panel(editor, spinner: SectionHeader.spinner(state.spinnerPhase)))
            frame.cursor = view.cursor(editor)
            frame.showsCursor = !editor.isSending
        }
        if let stepper = state.drinks.admin?.stepper {
            let view = StepperView(words: words, layout: layout.whole)
            frame.panels.append(view.panel(stepper, spinner: SectionHeader.spinner(state.spinnerPhase)))
            frame.cursor = view.cursor(stepper)
            frame.showsCursor = !stepper.isSending
        }
        if let order = state.order {
            let form = OrderForm(words: words, layout: layout)
            frame.panels.append(form.panel(order, spinner: SectionHeader.spinner(state.spinnerPhase)))
            frame.cursor = form.cursor(order)
            frame.showsCursor = form.showsCursor(order)
            if let panel = form.suggestions(order) { frame.panels.append(panel) }
        }
    }

    private mutating func pagePanels(_ page: DishPageState, _ state: ShopState) -> [Panel] {
        let input = PageInput(
            page: page, screen: state.size, spinnerPhase: page.isLoading ? state.spinnerPhase : nil,
            pictures: state.pictures.known)
        return self.page.value(for: input) { [words] input in
            DishPage(words: words, pictures: input.pictures).panels(
                input.page, layout: DishLayout(screen: input.screen, showsPictures: input.page.showsPictures),
                spinner: SectionHeader.spinner(input.spinnerPhase ?? 0))
        }
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

    private mutating func adminPanels(_ admin: AdminState, _ state: ShopState) -> [Panel] {
        let input = AdminInput(
            admin: admin, screen: state.size, spinnerPhase: admin.isWaiting ? state.spinnerPhase : nil)
        return self.admin.value(for: input) { [words] input in
            AdminScreen(words: words, layout: AdminLayout(screen: input.screen)).panels(
                input.admin, spinner: SectionHeader.spinner(input.spinnerPhase ?? 0))
        }
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
