import Canvas
import Contacts
import ShopClient

/// The phone book's counter: what is looked for, the list or why there is none, and the form above it.
struct ContactsView: CounterView {
    var drawsList: Bool { true }

    /// What the list depends on.
    private struct Input: Equatable {
        let contacts: PhoneBookList
        let cursor: ListCursor
        let layout: ContactLayout
        let avatars: [PictureRequest: PictureState]
    }

    private let words: Words
    private(set) var list: ContactListView
    private var panels = Memo<Input, [Panel]>()

    init(words: Words) {
        self.words = words
        list = ContactListView(words: words)
    }

    /// The counter's panels, and where the cursor rests.
    mutating func add(_ state: ShopState, to frame: inout Frame) {
        let (book, layout) = (state.book, state.book.list.layout)
        if let emptyReason = book.emptyReason {
            frame.panels.append(ContactsEmptyState(words: words, layout: layout).panel(emptyReason))
            frame.cursor = layout.origin
        } else {
            frame.panels += listPanels(book)
            frame.cursor = cursor(of: book.list)
        }
        if let filter = book.filter, layout.showsFilter {
            let line = ContactFilterLine(words: words, layout: state.menu.layout)
            frame.panels.append(line.panel(filter, count: book.list.contacts.count, isTyping: book.isTyping))
            if book.isTyping {
                frame.cursor = line.cursor(filter, count: book.list.contacts.count)
                frame.showsCursor = state.isTyping
            }
        }
        if state.layers.isEmpty {
            frame.viewport = Frame.Viewport(
                rows: layout.origin.row..<(layout.origin.row + layout.height), top: book.list.cursor.top)
        }
    }

    private mutating func listPanels(_ book: ContactsState) -> [Panel] {
        let input = Input(
            contacts: book.list.contacts, cursor: book.list.cursor, layout: book.list.layout,
            avatars: book.avatars.known)
        return panels.value(for: input) { _ in
            list.panels(of: book.list) { contact in
                book.list.layout.avatar.flatMap { book.avatars.picture(of: contact, size: $0) }
            }
        }
    }

    /// The terminal's cursor rests on the selected row.
    private func cursor(of list: ContactList) -> Point {
        let line = list.geometry.clamped(list.cursor.selection).map { list.geometry.line(of: $0) } ?? 0
        let row =
            list.layout.origin.row + max(0, line - list.cursor.top) + (list.layout.avatar.map { $0.height / 2 } ?? 0)
        return Point(
            column: list.layout.origin.column, row: min(row, list.layout.origin.row + list.layout.height - 1))
    }
}
