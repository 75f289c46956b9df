import Canvas
import Contacts
import Domain
import ShopClient
import TerminalText

/// The row of a contact: name and number.
struct ContactRow: RowStyle {
    /// The minimum width for a number beside any name; a narrower row has it if the whole name fits, too.
    private static let roomy = 36
    private static let gap = 2

    func lines(of contact: Contact, _ context: RowContext) -> [Line] {
        let layout = context.layout
        var line = LineBuilder(width: layout.width, margin: layout.margin)
        let number = contact.number.text(in: context.words.language)
        let needed = number.columns + ContactRow.gap + contact.name.string.columns
        if layout.width >= ContactRow.roomy || needed <= line.room { line.right(number, gap: ContactRow.gap) }
        line.left(contact.name.string, .bold)
        return [line.line]
    }

    func copiedLines(of contact: Contact, _ words: Words) -> [String] { [contact.number.description] }
}

extension Contact: SectionRow {}

/// The contacts of one initial; each is created on access.
private struct ContactRows: RandomAccessCollection, Equatable, Sendable {
    let contacts: PhoneBookList
    let rows: Range<Int>

    var startIndex: Int { rows.lowerBound }
    var endIndex: Int { rows.upperBound }
    subscript(row: Int) -> Contact { contacts[row] }
}

extension PhoneBookList {
    func listed(contentVersion: Int) -> [Section] {
        sections.map { section in
            Section(
                id: SectionID(path: PhoneBookList.path + section.title),
                rows: SectionRows(ContactRows(contacts: self, rows: section.rows)), contentVersion: contentVersion,
                isFresh: true)
        }
    }

    private static let path = "contacts/"

    static func heading(of section: SectionID) -> SectionHeading {
        SectionHeading(title: String(section.path.dropFirst(path.count)), subtitle: "")
    }

    /// Returns the position of the contact; `nil` if it is not listed.
    func position(of id: ContactID) -> ListPosition? { row(of: id).map(position(ofRow:)) }

    /// Returns the position of row `row`, counted over all sections, clamped to the existing rows.
    func position(ofRow row: Int) -> ListPosition {
        let row = min(max(0, row), max(0, count - 1))
        let section = sections.firstIndex { $0.rows.contains(row) } ?? 0
        return ListPosition(section: section, row: row - (sections.isEmpty ? 0 : sections[section].rows.lowerBound))
    }

    /// Returns the index of the row at `position`, counted over all sections.
    func row(at position: ListPosition) -> Int {
        guard sections.indices.contains(position.section) else { return 0 }
        return sections[position.section].rows.lowerBound + position.row
    }
}
