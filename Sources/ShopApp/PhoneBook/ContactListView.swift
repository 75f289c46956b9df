import Canvas
import PhoneBook
import ShopClient
import TerminalText

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
        let lines = shown.map { line in
            // The header sticks to the top: it takes the place of whatever line is the first one in view.
            if line == all.lowerBound || line == shown.lowerBound { return header(section, layout) }
            guard line >= all.lowerBound + layout.headerHeight else { return Line.blank }
            let (row, part) = (line - all.lowerBound - layout.headerHeight).quotientAndRemainder(
                dividingBy: layout.rowHeight)
            let position = ListPosition(section: index, row: row)
            guard let contact = list.contact(at: position) else { return Line.blank }
            let key = RowKey(
                contact: contact, picture: picture(contact), isSelected: position == cursor.selection)
            let lines = inView[key] ?? rows[key] ?? laidOut(key, layout)
            inView[key] = lines
            return lines[part]
        }
        return Panel(
            region: Region("contacts/\(section.title)"),
            origin: Point(column: layout.origin.column, row: layout.origin.row + shown.lowerBound - cursor.top),
            width: layout.width, lines: lines)
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

/// What the counter shows where there is no list: why that is so, and what to do about it.
struct ContactEmptiness {
    let words: Words
    let layout: ContactLayout

    func panel(_ reason: PhoneBookState.Emptiness) -> Panel {
        let margin = layout.menu.margin
        let width = max(1, layout.width - 2 * margin)
        let (what, hint) = words.contacts.emptiness(reason)
        let style: Style = if case .failed = reason { Style(.bad) } else { .bold }
        let texts =
            what.wrapped(columns: width, limit: layout.height).map { ($0, style) }
            + hint.wrapped(columns: width, limit: layout.height).map { ($0, Style.dim) }
        // A little above the middle, where one looks.
        let above = max(0, (layout.height - texts.count) / 3)
        let lines =
            Array(repeating: Line.blank, count: above)
            + texts.map { text, style in
                var line = LineBuilder(width: layout.width, margin: margin + max(0, width - text.columns) / 2)
                line.left(text, style)
                return line.line
            }
        return Panel(
            region: Region("contacts"),
            place: Rectangle(
                column: layout.origin.column, row: layout.origin.row, width: layout.width, height: layout.height),
            lines: lines)
    }
}

/// The line above the list that tells what is looked for.
struct ContactFilterLine {
    let words: Words
    let layout: MenuLayout

    /// Columns that the field has at least; the count goes before that.
    private static let narrowest = 6

    private var label: String { words.contacts.find }
    private var start: Int { layout.margin + label.columns + 1 }

    private func fieldColumns(_ count: String) -> Int {
        let room = layout.width - layout.margin - start
        let rest = room - count.columns - 2
        return rest >= ContactFilterLine.narrowest ? rest : max(1, room)
    }

    func panel(_ field: TextField, count: Int, isTyping: Bool) -> Panel {
        let total = words.contacts.count(count)
        var line = LineBuilder(width: layout.width, margin: layout.margin)
        line.left(label, isTyping ? Style(.accent, .bold) : .dim, gap: 1)
        let columns = fieldColumns(total)
        if columns + total.columns + 2 <= line.room { line.right(total, .dim, gap: 2) }
        let text = field.visible(columns: columns).text
        let blanks = String(repeating: " ", count: max(0, columns - text.columns))
        line.left(text + blanks, Style(.standard, isTyping ? [.bold, .underline] : .underline))
        return Panel(region: Region("filter"), origin: layout.origin, width: layout.width, lines: [line.line])
    }

    /// At the caret.
    func cursor(_ field: TextField, count: Int) -> Point {
        let columns = fieldColumns(words.contacts.count(count))
        return Point(
            column: min(start + field.visible(columns: columns).caret, layout.width - 1), row: layout.origin.row)
    }
}
