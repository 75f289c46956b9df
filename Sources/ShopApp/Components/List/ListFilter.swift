import Canvas
import Domain
import ShopClient
import TerminalText

/// What is looked for in a list, and what its rows are found by.
struct ListFilter: Sendable {
    /// The folded texts of a section's rows, as long as these stay what they are and look as they do.
    private struct Index {
        let contentVersion: Int
        let rowCount: Int
        let style: any RowStyle
        let texts: SearchIndex

        init(_ section: Section, _ style: any RowStyle, _ words: Words) {
            contentVersion = section.contentVersion
            rowCount = section.rows.count
            self.style = style
            texts = style.searchIndex(of: section.rows, words)
        }

        func isOf(_ section: Section, _ style: any RowStyle) -> Bool {
            contentVersion == section.contentVersion && rowCount == section.rows.count
                && self.style.isEqual(to: style)
        }
    }

    var search = SearchField()
    /// Whether the counter itself finds rows, and the list has only to show them.
    let isCounters: Bool
    /// Whether what is found has to be told anew.
    var isStale = true
    private var indexes: [SectionID: Index] = [:]

    init(isCounters: Bool) { self.isCounters = isCounters }

    /// The numbers of the rows of `section` that are found; all of them where nothing was typed.
    mutating func rows(of section: Section, _ style: any RowStyle, _ words: Words) -> [Int] {
        let known = indexes[section.id].flatMap { $0.isOf(section, style) ? $0 : nil }
        let index = known ?? Index(section, style, words)
        indexes[section.id] = index
        return index.texts.rows(matching: search.pattern)
    }
}
