import Canvas
import Domain
import ShopClient
import TerminalText

/// The search in a list, with the index of its rows.
struct ListFilter: Sendable {
    /// The search index of a section, valid while its content and row style are unchanged.
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
    /// Whether the counter performs the search itself and the list only shows the result.
    let isSearchedByCounter: Bool
    /// Whether the search has to be run again.
    var isStale = true
    private var indexes: [SectionID: Index] = [:]

    init(isSearchedByCounter: Bool) { self.isSearchedByCounter = isSearchedByCounter }

    /// Returns the numbers of the rows of `section` that match; all of them if nothing was typed.
    mutating func rows(of section: Section, _ style: any RowStyle, _ words: Words) -> [Int] {
        let known = indexes[section.id].flatMap { $0.isOf(section, style) ? $0 : nil }
        let index = known ?? Index(section, style, words)
        indexes[section.id] = index
        return index.texts.rows(matching: search.pattern)
    }
}
