import Canvas
import TerminalText

/// How far the help page is scrolled.
public struct HelpState: Hashable, Sendable {
    public private(set) var top = 0

    public init() {}

    /// Opened at the keys that work in `place`.
    init(at place: HelpPage.Place, screen: Size) {
        top = HelpPage.entries.firstIndex(of: .heading(place)) ?? 0
        scroll(.rows(0), screen: screen)
    }

    mutating func scroll(_ move: ListCursor.Move, screen: Size) {
        let visible = HelpPage.visibleLines(screen: screen)
        let last = max(0, HelpPage.entries.count - visible)
        switch move {
        case .rows(let rows): top += rows
        case .pages(let pages): top += pages * visible
        case .halfPages(let halves): top += halves * max(1, visible / 2)
        case .first: top = 0
        case .last: top = last
        default: break
        }
        top = min(max(0, top), last)
    }
}

/// The help page, made from the key table.
struct HelpPage {
    let words: Words

    /// A line of the page: where the keys that follow work, or a key and what it does.
    enum Entry: Hashable {
        case blank
        case heading(Place)
        case key(label: String, Command)
    }

    /// Where keys are pressed.
    enum Place: Hashable, CaseIterable {
        case list, juice, drinks, admin, contacts, filter, contact, stock, dialog, dish, order
    }

    static let entries: [Entry] = Place.allCases.flatMap { place in
        let keys = HelpPage.bindings(place).filter { !$0.label.isEmpty }.map {
            Entry.key(label: $0.label, $0.command)
        }
        return place == .list ? keys : [.blank, .heading(place)] + keys
    }

    private static func bindings(_ place: Place) -> [KeyBinding] {
        switch place {
        case .list: return KeyTable.list
        case .juice: return KeyTable.atTheBar
        case .drinks: return KeyTable.atTheMachine
        case .admin: return KeyTable.admin
        case .contacts: return KeyTable.inTheBook
        case .filter: return KeyTable.filter
        case .contact: return HelpPage.once(KeyTable.text + KeyTable.contactButtons)
        case .stock: return KeyTable.stock
        case .dialog: return KeyTable.dialog
        case .dish: return KeyTable.dish
        case .order:
            return once(KeyTable.suggesting + KeyTable.quantity + KeyTable.buttons)
        }
    }

    /// A key that does the same in several fields stands here once.
    private static func once(_ bindings: [KeyBinding]) -> [KeyBinding] {
        var seen: Set<Command> = []
        return bindings.filter { seen.insert($0.command).inserted }
    }

    /// Lines that the title and the space around it take.
    private static let titleLines = 2

    static func visibleLines(screen: Size) -> Int {
        let height = ListLayout(screen: screen).height
        return max(1, height - (height > 8 ? titleLines : 0))
    }

    func panel(_ state: HelpState, layout: ListLayout) -> Panel {
        let visible = HelpPage.visibleLines(screen: layout.screen)
        var lines: [Line] = []
        if layout.height > visible { lines = [title(layout), .blank] }
        lines += HelpPage.entries.dropFirst(state.top).prefix(visible).map { entry($0, layout) }
        lines += Array(repeating: .blank, count: max(0, layout.height - lines.count))
        return Panel(region: Region("help"), origin: layout.origin, width: layout.width, lines: lines)
    }

    private func title(_ layout: ListLayout) -> Line {
        var builder = LineBuilder(width: layout.width, margin: layout.margin)
        builder.left(words.helpTitle, Style(.accent, .bold))
        return builder.line
    }

    private func entry(_ entry: Entry, _ layout: ListLayout) -> Line {
        var builder = LineBuilder(width: layout.width, margin: layout.margin)
        switch entry {
        case .blank: break
        case .heading(.list): builder.left(words.counter, Style(.accent, .bold))
        case .heading(.juice): builder.left(words.juice.counter, Style(.accent, .bold))
        case .heading(.drinks): builder.left(words.drinks.counter, Style(.accent, .bold))
        case .heading(.admin): builder.left(words.drinks.admin, Style(.accent, .bold))
        case .heading(.contacts): builder.left(words.contacts.counter, Style(.accent, .bold))
        case .heading(.filter): builder.left(words.contacts.finding, Style(.accent, .bold))
        case .heading(.contact): builder.left(words.contacts.form, Style(.accent, .bold))
        case .heading(.stock): builder.left(words.juice.stock, Style(.accent, .bold))
        case .heading(.dialog): builder.left(words.juice.question, Style(.accent, .bold))
        case .heading(.dish): builder.left(words.dish.title, Style(.accent, .bold))
        case .heading(.order): builder.left(words.order.title, Style(.accent, .bold))
        case .key(let label, let command):
            builder.left(label, .bold, gap: max(2, HelpPage.keyColumns - label.columns))
            builder.left(words.help(command), .plain)
        }
        return builder.line
    }

    /// Columns of the longest key and the space after it.
    private static let keyColumns: Int = {
        let labels = entries.compactMap { entry in
            if case .key(let label, _) = entry { label.columns } else { nil }
        }
        return (labels.max() ?? 0) + 2
    }()
}
