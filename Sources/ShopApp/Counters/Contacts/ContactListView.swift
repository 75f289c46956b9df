import Canvas
import Contacts

/// The list of contacts as panels, one a section that is in view. Only rows in view are laid out, and each of them once
/// for as long as it is in view and stays what it is.
struct ContactListView {
    /// All that a row shows.
    private struct RowKey: Hashable {
        let contact: Contact
        let picture: CellPicture?
        let isSelected: Bool
    }

    private let words: Words
    private var layout: ContactLayout?
    private var rows: [RowKey: [Line]] = [:]
    /// Rows laid out so far.
    private(set) var rowsLaidOut = 0

    init(words: Words) { self.words = words }

    /// `picture` is what can be shown of a contact's picture.
    mutating func panels(of list: ContactList, picture: (Contact) -> CellPicture?) -> [Panel] {
        if layout != list.layout { rows = [:] }
        layout = list.layout
        var inView: [RowKey: [Line]] = [:]
        let panels = list.contacts.sections.indices.compactMap { panel(at: $0, of: list, picture, &inView) }
        rows = inView
        return panels
    }

    private mutating func panel(
        at index: Int, of list: ContactList, _ picture: (Contact) -> CellPicture?, _ inView: inout [RowKey: [Line]]
    ) -> Panel? {
        let (layout, cursor) = (list.layout, list.cursor)
        let all = list.geometry.lines(of: index)
        let shown = all.clamped(to: cursor.top..<(cursor.top + layout.height))
        guard !shown.isEmpty else { return nil }
        let section = list.contacts.sections[index]
        let rows = lines(ofRowsAt: index, of: list, picture, &inView)
        let lines = shown.map { line in
            // The header sticks to the top: it takes the place of whatever line is the first one in view.
            if line == all.lowerBound || line == shown.lowerBound { return header(section, layout) }
            let (row, part) = (line - all.lowerBound - layout.headerHeight).quotientAndRemainder(
                dividingBy: layout.rowHeight)
            return rows[row]?[part] ?? .blank
        }
        return Panel(
            region: Region("contacts/\(section.title)"),
            origin: Point(column: layout.origin.column, row: layout.origin.row + shown.lowerBound - cursor.top),
            width: layout.width, lines: lines)
    }

    /// The lines of the rows of a section that are in view, by row.
    private mutating func lines(
        ofRowsAt section: Int, of list: ContactList, _ picture: (Contact) -> CellPicture?,
        _ inView: inout [RowKey: [Line]]
    ) -> [Int: [Line]] {
        var lines: [Int: [Line]] = [:]
        for row in list.rowsInView(of: section) {
            let position = ListPosition(section: section, row: row)
            guard let contact = list.contact(at: position) else { continue }
            let key = RowKey(
                contact: contact, picture: picture(contact), isSelected: position == list.cursor.selection)
            lines[row] = rows[key] ?? laidOut(key, list.layout)
            inView[key] = lines[row]
        }
        return lines
    }

    private mutating func laidOut(_ key: RowKey, _ layout: ContactLayout) -> [Line] {
        rowsLaidOut += 1
        return ContactRow(layout: layout).lines(
            of: key.contact, picture: key.picture, isSelected: key.isSelected)
    }

    private func header(_ section: PhoneBookSection, _ layout: ContactLayout) -> Line {
        var line = LineBuilder(width: layout.width, margin: layout.menu.margin)
        line.left(section.title, Style(.accent, .bold), gap: 2)
        line.right(words.contacts.count(section.count), .dim)
        return line.line
    }
}
