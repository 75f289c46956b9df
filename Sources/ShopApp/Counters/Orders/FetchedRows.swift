import Canvas
import Domain
import ShopClient
import TerminalText

/// How many rows are fetched of lists of orders that are longer than a page: as far as the cursor went, and all that a
/// search looks through.
struct FetchedRows: Hashable, Sendable {
    /// The most rows of one list, also for a search. A header says how many more there are.
    static let most = 5_000
    /// The rows below the cursor that are fetched before it gets there.
    private static let ahead = 40

    /// The lists with further rows at the server.
    private var cut: Set<SectionID> = []
    /// The limits other than that of a page.
    private var limits: [SectionID: Int] = [:]

    /// Whether there is nothing to fetch and no limit to reset, whatever the keeper does.
    var isEmpty: Bool { cut.isEmpty && limits.isEmpty }

    mutating func take(_ section: Section) {
        if section.rows.unfetched > 0 { cut.insert(section.id) } else { cut.remove(section.id) }
    }

    /// Returns the limits that have changed because of the cursor or the search in `list`.
    mutating func update(for list: SectionedList) -> [(section: SectionID, limit: Int)] {
        let isSearching = !list.pattern.isEmpty
        let selected = isSearching ? nil : list.selectedSection?.id
        return list.allSections.compactMap { section in
            let before = limits[section.id] ?? OrderList.defaultLength
            guard before > OrderList.defaultLength || cut.contains(section.id) else { return nil }
            let row = section.id == selected ? list.cursor.selection.row : 0
            let limit = isSearching ? FetchedRows.most : FetchedRows.limit(around: row)
            guard limit != before else { return nil }
            limits[section.id] = limit == OrderList.defaultLength ? nil : limit
            return (section.id, limit)
        }
    }

    /// Returns the number of rows to fetch while the cursor is on that row: a page, doubled until there is enough.
    private static func limit(around row: Int) -> Int {
        var limit = OrderList.defaultLength
        while row + ahead >= limit, limit < most { limit *= 2 }
        return min(limit, most)
    }
}
