import Canvas
import Domain
import ShopClient
import TerminalText

/// A list of sections with its selection and scroll offset. During a search, only the matching rows are shown.
struct SectionedList: Sendable {
    /// The unfiltered content, with the selection and scroll offset from before the search.
    private var whole: ListContent
    /// The filtered content during a search.
    private var found: ListContent?
    private(set) var layout: ListLayout
    private(set) var filter: ListFilter?

    /// Whether the terminal can show the pictures of the rows.
    let showsPictures: Bool

    init(sections: [Section], layout: ListLayout, showsPictures: Bool = false) {
        self.layout = layout
        self.showsPictures = showsPictures && layout.shape.rows == .detailed
        self.layout = layout.fitting(sections, showsPictures: self.showsPictures)
        whole = ListContent(sections, self.layout)
    }

    private var content: ListContent {
        get { found ?? whole }
        set { if found == nil { whole = newValue } else { found = newValue } }
    }

    /// The visible sections; a section without matches is left out.
    var sections: [Section] { found?.sections ?? whole.sections }
    /// All sections, regardless of a search.
    var allSections: [Section] { whole.sections }
    var cursor: ListCursor { found?.cursor ?? whole.cursor }
    /// The line layout of the visible sections.
    var geometry: ListGeometry { found?.geometry ?? whole.geometry }

    /// Whether the server knows none of the list's sections.
    var isUnknownToServer: Bool {
        !whole.sections.isEmpty && whole.sections.allSatisfy { $0.failure == .status(404) && $0.rows.isEmpty }
    }

    /// Returns the current value of a section, regardless of a search. Returns `nil` if the list does not have it.
    func section(_ id: SectionID) -> Section? { whole.sections.first { $0.id == id } }

    /// The section under the cursor.
    var selectedSection: Section? { found.map { $0.selectedSection } ?? whole.selectedSection }

    /// Returns the selected row. Returns `nil` if there is none or it is of another type.
    func selected<Row: SectionRow>(_ kind: Row.Type) -> Row? {
        isSelectionFolded ? nil : selectedSection.flatMap { $0.rows.row(cursor.selection.row, as: kind) }
    }

    /// The columns side by side in which the list is shown.
    var columns: [ListColumn] {
        geometry.columns(layout.columns, height: layout.height, from: cursor.top).enumerated().map { number, lines in
            let origin = Point(column: layout.origin.column + number * layout.width, row: layout.origin.row)
            return ListColumn(number: number, lines: lines, origin: origin)
        }
    }

    /// Returns the rows of a section that are at least partly visible.
    func rowsInView(of section: Int) -> Range<Int> {
        guard layout.columns > 1 else { return rows(of: section, in: cursor.top..<(cursor.top + layout.height)) }
        return rows(of: section, in: cursor.top..<(columns.last?.lines.upperBound ?? cursor.top))
    }

    /// Returns the rows of a section of which any of `lines` is a line.
    func rows(of section: Int, in lines: Range<Int>) -> Range<Int> {
        let geometry = geometry
        let start = geometry.headerLine(of: section) + layout.headerHeight
        let all = 0..<geometry.rowCounts[section]
        guard lines.upperBound > start, !geometry.isFolded(section) else { return 0..<0 }
        let first = max(0, lines.lowerBound - start) / layout.rowHeight
        let end = (lines.upperBound - start + layout.rowHeight - 1) / layout.rowHeight
        return (first..<max(first, end)).clamped(to: all)
    }

    /// The position of the terminal's cursor: on the selected row, where an input method would draw.
    var cursorPoint: Point {
        let line = geometry.clamped(cursor.selection).map { geometry.line(of: $0) } ?? 0
        let isClosed = geometry.isFolded(cursor.selection.section)
        guard let column = columns.first(where: { $0.lines.contains(line) }) ?? columns.first else {
            return layout.origin
        }
        let row = max(0, line - column.lines.lowerBound) + (isClosed ? 0 : layout.titleLine)
        return Point(column: column.origin.column, row: column.origin.row + min(row, layout.height - 1))
    }
}

/// A column of the list on the screen.
struct ListColumn: Hashable, Sendable {
    let number: Int
    /// The lines of the list in it, of which the first is covered by the sticky header.
    let lines: Range<Int>
    let origin: Point
}

extension ListLayout {
    /// Returns the layout for these sections.
    fileprivate func fitting(_ sections: [Section], showsPictures: Bool) -> ListLayout {
        var layout = self
        layout.hasPictures = showsPictures && sections.contains(where: \.hasPictures)
        return layout.fitting { ListContent.geometry(of: sections, $0).lineCount }
    }
}

extension SectionedList {
    mutating func move(_ move: ListCursor.Move) {
        if found?.move(move, height: layout.linesInView) == nil { whole.move(move, height: layout.linesInView) }
    }

    /// Scrolls by `lines`; the selection moves along if it would become invisible.
    mutating func scroll(by lines: Int) { content.scroll(by: lines, height: layout.linesInView) }

    /// Selects a row, unfolding its section if necessary.
    mutating func select(_ position: ListPosition) { content.select(position, layout) }

    mutating func select(_ row: Int, of section: SectionID) {
        guard let index = sections.firstIndex(where: { $0.id == section }) else { return }
        select(ListPosition(section: index, row: row))
    }

    /// Folds or unfolds a section and selects it; its header stays on the same line of the screen.
    mutating func toggleFolding(of section: SectionID) {
        guard let index = sections.firstIndex(where: { $0.id == section }) else { return }
        content.toggleFolding(of: index, layout)
    }

    /// Whether a folded section is selected.
    var isSelectionFolded: Bool { isFolded(cursor.selection.section) }

    /// Whether the visible section at `index` was folded, and is not just empty.
    func isFolded(_ index: Int) -> Bool { found.map { $0.isFolded(index) } ?? whole.isFolded(index) }

    /// Replaces a section by a new value. The selection stays on its row, and the row on its line.
    mutating func replace(_ section: Section) {
        guard let index = whole.sections.firstIndex(where: { $0.id == section.id }) else { return }
        let old = whole.sections[index]
        guard old.contentVersion != section.contentVersion || old.rowCount != section.rowCount else {
            whole.put(section, at: index)
            filter?.isStale = true
            return
        }
        var selection = whole.cursor.selection
        if selection.section == index {
            selection.row = section.rows.row(like: selection.row, of: old.rows) ?? selection.row
        }
        var sections = whole.sections
        sections[index] = section
        show(all: sections, selecting: selection)
    }

    /// Replaces the sections. Selects the row at `selection`, on the line of the screen where the selected row was. If
    /// the counter performs the search, `sections` are its results.
    mutating func show(_ sections: [Section], selecting selection: ListPosition) {
        guard filter?.isSearchedByCounter == true else { return show(all: sections, selecting: selection) }
        found?.show(sections, selecting: selection, layout)
    }

    /// Replaces the sections after a change of their order or number. The selection stays in its section.
    mutating func show(_ sections: [Section]) {
        var selection = whole.cursor.selection
        let selected = whole.selectedSection?.id
        selection.section = sections.firstIndex { $0.id == selected } ?? selection.section
        show(all: sections, selecting: selection)
    }

    /// Gives the list these sections. Those that it has keep their rows. The selection stays on its row, or is on the
    /// first one of a neighbour if its section is gone.
    mutating func arrange(_ ids: [SectionID]) {
        var selection = whole.cursor.selection
        if let index = whole.selectedSection.flatMap({ ids.firstIndex(of: $0.id) }) {
            selection.section = index
        } else {
            selection = ListPosition(section: max(0, min(selection.section, ids.count - 1)), row: 0)
        }
        show(all: ids.map { section($0) ?? Section(id: $0) }, selecting: selection)
    }

    private mutating func show(all sections: [Section], selecting selection: ListPosition) {
        layout = layout.fitting(sections, showsPictures: showsPictures)
        whole.show(sections, selecting: selection, layout)
        filter?.isStale = true
    }

    /// Applies another layout; the selected row stays on its line if possible.
    mutating func lay(out layout: ListLayout) {
        guard layout.screen != self.layout.screen || layout.shape != self.layout.shape else { return }
        self.layout = layout.fitting(whole.sections, showsPictures: showsPictures)
        whole.show(whole.sections, selecting: whole.cursor.selection, self.layout)
        if let found { self.found?.show(found.sections, selecting: found.cursor.selection, self.layout) }
    }
}

// MARK: - Search
extension SectionedList {
    /// The search pattern; empty if there is no search.
    var pattern: SearchPattern { filter?.search.pattern ?? SearchPattern() }

    /// The number of visible rows.
    var foundCount: Int { sections.reduce(0) { $0 + $1.rows.count } }

    /// Whether a search is active and found nothing.
    var foundNothing: Bool { !pattern.isEmpty && sections.isEmpty }

    /// Whether the list has to run its search again.
    var needsFiltering: Bool { filter.map { $0.isStale && !$0.isSearchedByCounter } ?? false }

    /// Starts a search or resumes typing. If `isSearchedByCounter` is `true`, the counter performs the search.
    mutating func find(isSearchedByCounter: Bool) {
        if filter == nil { (filter, found) = (ListFilter(isSearchedByCounter: isSearchedByCounter), whole) }
        filter?.search.isTyping = true
    }

    mutating func search(_ change: (inout SearchField) -> Bool) -> Bool {
        guard var filter else { return false }
        let hasChanged = change(&filter.search)
        if hasChanged { (filter.isStale, filter.hasNewText, filter.nearest) = (true, true, nil) }
        self.filter = filter
        return hasChanged
    }

    /// The title that is nearest to what is being typed, if nothing is found; `nil` if none is near.
    var nearest: String? { foundNothing && filter?.search.isTyping == true ? filter?.nearest : nil }

    /// Proposes a title while nothing is found, for a counter that performs the search.
    mutating func propose(_ nearest: String?) { filter?.nearest = nearest }

    /// Has the search run again, for a text of the rows that is not their content.
    mutating func searchAgain() { filter?.isStale = true }

    /// Ends typing and keeps the matches.
    mutating func keepSearch() { filter?.search.isTyping = false }

    /// Ends the search and shows all rows again. The selection stays on its row.
    mutating func clearSearch() {
        if let found { whole = found.all(of: whole, layout) }
        (filter, found) = (nil, nil)
    }

    /// Selects the next or previous match, wrapping around at the ends.
    mutating func moveToMatch(isNext: Bool) {
        let before = cursor.selection
        move(.rows(isNext ? 1 : -1))
        if cursor.selection == before { move(isNext ? .first : .last) }
    }

    /// Runs the search again; `style` gives the row style of each section.
    mutating func findRows(_ words: Words, _ style: (Section) -> any RowStyle) {
        guard var filter else { return }
        let hits = whole.sections.map { filter.hits(in: $0, style($0), words) }
        if hits.allSatisfy(\.isEmpty) { filter.propose(from: whole.sections, words, style) }
        found =
            filter.search.pattern.isEmpty
            ? content.all(of: whole, layout)
            : content.only(hits, of: whole.sections, prefersTitles: filter.hasNewText, layout)
        (filter.isStale, filter.hasNewText) = (false, false)
        self.filter = filter
    }
}

extension Section {
    /// The number of rows that the list shows: at least one, since an empty or failed section shows a selectable
    /// placeholder.
    var rowCount: Int { max(1, rows.count) }

    /// Returns the section with those of its rows only.
    func picking(_ rows: [Int]) -> Section {
        var picked = self
        picked.rows = self.rows.picking(rows)
        picked.total = rows.count
        return picked
    }

    /// Whether its rows have pictures, judged by the first 100 rows.
    var hasPictures: Bool { rows.indices.prefix(100).contains { !rows.image(ofRow: $0).isEmpty } }

    /// Whether its first fetch has finished, successfully or not.
    var hasAnswered: Bool { isFresh || failure != nil }

    /// Whether its header shows the age of the rows: they were confirmed once, but not by the latest fetch.
    var showsAge: Bool { confirmedAt != nil && !isFresh && !rows.isEmpty }
}

/// The search in a list, with the index of its rows.
struct ListFilter: Sendable {
    /// The search index of a section, valid while its content, row style and language are unchanged.
    private struct Index {
        let contentVersion: Int
        let rowCount: Int
        let style: any RowStyle
        let language: Language
        let texts: SearchIndex

        init(_ section: Section, _ style: any RowStyle, _ words: Words) {
            contentVersion = section.contentVersion
            rowCount = section.rows.count
            self.style = style
            language = words.language
            texts = style.searchIndex(of: section.rows, words)
        }

        func isOf(_ section: Section, _ style: any RowStyle, _ language: Language) -> Bool {
            contentVersion == section.contentVersion && rowCount == section.rows.count
                && self.language == language && self.style.isEqual(to: style)
        }
    }

    var search = SearchField()
    /// Whether the counter performs the search itself and the list only shows the result.
    let isSearchedByCounter: Bool
    /// Whether the search has to be run again.
    var isStale = true
    /// Whether the text has changed since the search was run.
    var hasNewText = false
    /// The title that is nearest to the text, if nothing is found; `nil` if none is near.
    var nearest: String?
    private var indexes: [SectionID: Index] = [:]

    init(isSearchedByCounter: Bool) { self.isSearchedByCounter = isSearchedByCounter }

    /// Returns the rows of `section` that match; all of them if nothing was typed.
    mutating func hits(in section: Section, _ style: any RowStyle, _ words: Words) -> [SearchHit] {
        let known = indexes[section.id].flatMap { $0.isOf(section, style, words.language) ? $0 : nil }
        let index = known ?? Index(section, style, words)
        indexes[section.id] = index
        return index.texts.hits(matching: search.pattern)
    }

    /// Finds the nearest title in `sections`, which have been searched.
    fileprivate mutating func propose(from sections: [Section], _ words: Words, _ style: (Section) -> any RowStyle) {
        var (nearest, owner): (NearestTitle?, Section?) = (nil, nil)
        for section in sections {
            guard let found = indexes[section.id]?.texts.nearest(to: search.pattern) else { continue }
            if found.isNearer(than: nearest) { (nearest, owner) = (found, section) }
        }
        self.nearest = owner.flatMap { owner in
            nearest.flatMap { style(owner).searchTitle(ofRow: $0.row, in: owner.rows, words) }
        }
    }
}
