import Canvas
import Contacts

/// The list of contacts: those that are shown, which is selected, and how far it is scrolled.
struct ContactList: Sendable {
    private(set) var contacts = PhoneBookList.empty
    private(set) var cursor = ListCursor()
    private(set) var geometry: ListGeometry
    private(set) var layout: ContactLayout

    init(layout: ContactLayout) {
        self.layout = layout
        geometry = ContactList.geometry(.empty, layout)
    }

    private static func geometry(_ contacts: PhoneBookList, _ layout: ContactLayout) -> ListGeometry {
        ListGeometry(
            rowCounts: contacts.sections.map(\.count), headerHeight: layout.headerHeight, rowHeight: layout.rowHeight,
            gap: layout.avatar == nil && layout.menu.density == .spacious ? 1 : 0)
    }

    /// The contact under the cursor; `nil` where there is none.
    var selected: Contact? { contact(at: cursor.selection) }

    /// The contact in that row of that section.
    func contact(at position: ListPosition) -> Contact? {
        guard contacts.sections.indices.contains(position.section) else { return nil }
        let rows = contacts.sections[position.section].rows
        guard (0..<rows.count).contains(position.row) else { return nil }
        return contacts[rows.lowerBound + position.row]
    }

    /// Where the contact is; `nil` when it is not shown.
    private func position(of id: ContactID) -> ListPosition? {
        guard let row = contacts.row(of: id),
            let section = contacts.sections.firstIndex(where: { $0.rows.contains(row) })
        else { return nil }
        return ListPosition(section: section, row: row - contacts.sections[section].rows.lowerBound)
    }

    mutating func move(_ move: ListCursor.Move) { cursor.move(move, in: geometry, height: layout.height) }

    /// Takes over another list. The selection stays on its contact, and the contact on its line; where it is gone, the
    /// selection stays in its place.
    mutating func show(_ contacts: PhoneBookList) {
        guard contacts != self.contacts else { return }
        let (before, place, old) = (selected?.id, rowOfAll, geometry)
        self.contacts = contacts
        geometry = ContactList.geometry(contacts, layout)
        let position = before.flatMap(position(of:)) ?? position(ofRow: place)
        cursor.follow(to: position, from: old, in: geometry, height: layout.height)
    }

    /// Selects the contact, if it is shown.
    mutating func select(_ id: ContactID) {
        guard let position = position(of: id) else { return }
        cursor.selection = position
        cursor.reveal(in: geometry, height: layout.height)
    }

    /// Goes to the beginning.
    mutating func selectFirst() { move(.first) }

    /// Takes over another layout; the selected row stays on its line as far as that is possible.
    mutating func lay(out layout: ContactLayout) {
        guard layout != self.layout else { return }
        let old = geometry
        self.layout = layout
        geometry = ContactList.geometry(contacts, layout)
        cursor.follow(to: cursor.selection, from: old, in: geometry, height: layout.height)
    }

    /// The place of the selected row among those of all sections.
    private var rowOfAll: Int {
        guard contacts.sections.indices.contains(cursor.selection.section) else { return 0 }
        return contacts.sections[cursor.selection.section].rows.lowerBound + cursor.selection.row
    }

    private func position(ofRow row: Int) -> ListPosition {
        let row = min(max(0, row), max(0, contacts.count - 1))
        let section = contacts.sections.firstIndex { $0.rows.contains(row) } ?? 0
        let first = contacts.sections.indices.contains(section) ? contacts.sections[section].rows.lowerBound : 0
        return ListPosition(section: section, row: row - first)
    }

    /// The rows of a section that are at least partly in view.
    func rowsInView(of section: Int) -> Range<Int> {
        let start = geometry.headerLine(of: section) + layout.headerHeight
        let lines = (cursor.top - start)..<(cursor.top + layout.height - start)
        guard lines.upperBound > 0 else { return 0..<0 }
        let first = max(0, lines.lowerBound) / layout.rowHeight
        let end = (lines.upperBound + layout.rowHeight - 1) / layout.rowHeight
        return (first..<max(first, end)).clamped(to: 0..<geometry.rowCounts[section])
    }

    /// The contacts that are at least partly in view.
    var contactsInView: [Contact] {
        contacts.sections.indices.flatMap { section in
            rowsInView(of: section).compactMap { contact(at: ListPosition(section: section, row: $0)) }
        }
    }
}
