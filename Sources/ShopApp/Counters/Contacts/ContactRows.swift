import Canvas
import Contacts
import Domain
import ShopClient

extension Contact: SectionRow {}

/// The contacts of an initial, each made when it is asked for.
private struct ContactRows: RandomAccessCollection, Equatable, Sendable {
    let contacts: PhoneBookList
    let rows: Range<Int>

    var startIndex: Int { rows.lowerBound }
    var endIndex: Int { rows.upperBound }
    subscript(row: Int) -> Contact { contacts[row] }
}

extension PhoneBookList {
    /// The contacts as sections of a list.
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

    /// Where the contact is; `nil` when it is not shown.
    func position(of id: ContactID) -> ListPosition? { row(of: id).map(position(ofRow:)) }

    /// Where the row of that number is, counted over all sections; the nearest one where there is none.
    func position(ofRow row: Int) -> ListPosition {
        let row = min(max(0, row), max(0, count - 1))
        let section = sections.firstIndex { $0.rows.contains(row) } ?? 0
        return ListPosition(section: section, row: row - (sections.isEmpty ? 0 : sections[section].rows.lowerBound))
    }

    /// The number of the row at `position`, counted over all sections.
    func row(at position: ListPosition) -> Int {
        guard sections.indices.contains(position.section) else { return 0 }
        return sections[position.section].rows.lowerBound + position.row
    }
}
