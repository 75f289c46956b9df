import Canvas
import Domain
import ShopClient
import TerminalText

/// What is looked for in a list, and what its rows are found by.
struct ListFilter: Sendable {
    /// The folded texts of a section's rows, as long as these stay what they are.
    private struct Index {
        let contentVersion: Int
        let rowCount: Int
        let texts: SearchIndex

        func isOf(_ section: Section) -> Bool {
            contentVersion == section.contentVersion && rowCount == section.rows.count
        }
    }

    var search = SearchField()
    /// Whether the counter itself finds rows, and the list has only to show them.
    let isCounters: Bool
    /// Whether what is found has to be told anew.
    var isStale = true
    private var indexes: [SectionID: Index] = [:]

    init(isCounters: Bool) { self.isCounters = isCounters }

    /// The numbers of the rows of `section` that are found; all of them where nothing was typed. `makeIndex` is asked for
    /// the texts of a section that are not known yet.
    mutating func rows(of section: Section, _ makeIndex: (Section) -> SearchIndex) -> [Int] {
        if let index = indexes[section.id], index.isOf(section) { return index.texts.rows(matching: search.pattern) }
        let texts = makeIndex(section)
        indexes[section.id] = Index(
            contentVersion: section.contentVersion, rowCount: section.rows.count, texts: texts)
        return texts.rows(matching: search.pattern)
    }
}
