import Canvas
import Domain
import ShopClient
import ShopHTTP
import TerminalText

/// A list of sections: what is known of each, the selection, and how far it is scrolled. While something is looked for,
/// only the rows that were found are shown.
struct SectionedList: Sendable {
    /// Everything there is, as it was left when the search began.
    private var whole: ListContent
    /// What is shown while something is looked for.
    private var found: ListContent?
    private(set) var layout: ListLayout
    /// What is looked for, if anything is.
    private(set) var filter: ListFilter?

    /// Whether the terminal can show the pictures that rows may have.
    let showsPictures: Bool

    init(sections: [Section], layout: ListLayout, showsPictures: Bool = false) {
        self.layout = layout
        self.showsPictures = showsPictures && layout.shape.rows == .detailed
        self.layout.hasPictures = self.showsPictures && sections.contains(where: \.hasPictures)
        whole = ListContent(sections, self.layout)
    }

    private var content: ListContent {
        get { found ?? whole }
        set { if found == nil { whole = newValue } else { found = newValue } }
    }

    /// The sections that are shown; of a section in which nothing was found none.
    var sections: [Section] { found?.sections ?? whole.sections }
    /// All sections, whatever is looked for.
    var allSections: [Section] { whole.sections }
    var cursor: ListCursor { found?.cursor ?? whole.cursor }
    /// Where everything stands.
    var geometry: ListGeometry { found?.geometry ?? whole.geometry }

    /// Whether the server knows none of its sections.
    var isUnknownToServer: Bool {
        !whole.sections.isEmpty && whole.sections.allSatisfy { $0.failure == .status(404) && $0.rows.isEmpty }
    }

    /// A section as it is known now, whatever is looked for; `nil` for one that is not here.
    func section(_ id: SectionID) -> Section? { whole.sections.first { $0.id == id } }

    /// The section under the cursor.
    var selectedSection: Section? { found.map { $0.selectedSection } ?? whole.selectedSection }

    /// The row under the cursor; `nil` where there is none, or one of another kind.
    func selected<Row: SectionRow>(_ kind: Row.Type) -> Row? {
        isSelectionFolded ? nil : selectedSection.flatMap { $0.rows.row(cursor.selection.row, as: kind) }
    }

    /// The rows of a section that are at least partly in view.
    func rowsInView(of section: Int) -> Range<Int> {
        let (geometry, top) = (geometry, cursor.top)
        let start = geometry.headerLine(of: section) + layout.headerHeight
        let lines = (top - start)..<(top + layout.height - start)
        let all = 0..<geometry.rowCounts[section]
        guard lines.upperBound > 0, !geometry.isFolded(section) else { return 0..<0 }
        let first = max(0, lines.lowerBound) / layout.rowHeight
        let end = (lines.upperBound + layout.rowHeight - 1) / layout.rowHeight
        return (first..<max(first, end)).clamped(to: all)
    }

    /// Where the terminal's cursor rests: on the selected row, where an input method would draw.
    var cursorPoint: Point {
        let line = geometry.clamped(cursor.selection).map { geometry.line(of: $0) } ?? 0
        let row = max(0, line - cursor.top) + (isSelectionFolded ? 0 : layout.titleLine)
        return Point(column: layout.origin.column, row: layout.origin.row + min(row, layout.height - 1))
    }
}

extension SectionedList {
    mutating func move(_ move: ListCursor.Move) {
        if found?.move(move, height: layout.height) == nil { whole.move(move, height: layout.height) }
    }

    /// Scrolls by so many lines; the selection goes along where it would be out of view.
    mutating func scroll(by lines: Int) { content.scroll(by: lines, height: layout.height) }

    /// Selects a row; its section is unfolded for that.
    mutating func select(_ position: ListPosition) { content.select(position, layout) }

    mutating func select(_ row: Int, of section: SectionID) {
        guard let index = sections.firstIndex(where: { $0.id == section }) else { return }
        select(ListPosition(section: index, row: row))
    }

    /// Folds a section, or unfolds it, and selects it; its header stays where it is seen.
    mutating func toggleFolding(of section: SectionID) {
        guard let index = sections.firstIndex(where: { $0.id == section }) else { return }
        content.toggleFolding(of: index, layout)
    }

    /// Whether the selection is on the header of a folded section.
    var isSelectionFolded: Bool { geometry.isFolded(cursor.selection.section) }

    /// Takes over a new value of a section. The selection stays on its row, and the row on its line.
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

    /// Shows other sections. The row at `selection` is selected, on the line where the selected row was. Where the
    /// counter itself finds what is looked for, they are what it found.
    mutating func show(_ sections: [Section], selecting selection: ListPosition) {
        guard filter?.isCounters == true else { return show(all: sections, selecting: selection) }
        found?.show(sections, selecting: selection, layout)
    }

    /// Takes over another order or number of sections. The selection stays in its section.
    mutating func show(_ sections: [Section]) {
        var selection = whole.cursor.selection
        let selected = whole.selectedSection?.id
        selection.section = sections.firstIndex { $0.id == selected } ?? selection.section
        show(all: sections, selecting: selection)
    }

    private mutating func show(all sections: [Section], selecting selection: ListPosition) {
        layout.hasPictures = showsPictures && sections.contains(where: \.hasPictures)
        whole.show(sections, selecting: selection, layout)
        filter?.isStale = true
    }

    /// Takes over another layout; the selected row stays on its line as far as that is possible.
    mutating func lay(out layout: ListLayout) {
        guard layout.screen != self.layout.screen || layout.shape != self.layout.shape else { return }
        let hadPictures = self.layout.hasPictures
        self.layout = layout
        self.layout.hasPictures = hadPictures
        whole.show(whole.sections, selecting: whole.cursor.selection, self.layout)
        if let found { self.found?.show(found.sections, selecting: found.cursor.selection, self.layout) }
    }
}

// What is looked for.
extension SectionedList {
    /// What is looked for; empty where nothing is.
    var pattern: SearchPattern { filter?.search.pattern ?? SearchPattern() }

    /// Rows that are shown.
    var foundCount: Int { sections.reduce(0) { $0 + $1.rows.count } }

    /// Whether something is looked for, and there is none of it.
    var foundNothing: Bool { !pattern.isEmpty && sections.isEmpty }

    /// Whether what is found has to be told anew, by the texts of rows.
    var needsFiltering: Bool { filter.map { $0.isStale && !$0.isCounters } ?? false }

    /// Begins to look for something, or goes on with it. Where `isCounters`, the counter shows what is found.
    mutating func find(isCounters: Bool) {
        if filter == nil { (filter, found) = (ListFilter(isCounters: isCounters), whole) }
        filter?.search.isTyping = true
    }

    /// Changes what is looked for. Says whether something else is looked for now.
    mutating func search(_ change: (inout SearchField) -> Bool) -> Bool {
        guard var filter else { return false }
        let isOther = change(&filter.search)
        filter.isStale = filter.isStale || isOther
        self.filter = filter
        return isOther
    }

    /// Done with typing: what was found stays.
    mutating func keepSearch() { filter?.search.isTyping = false }

    /// Looks for nothing any more: everything is shown as it was before.
    mutating func clearSearch() { (filter, found) = (nil, nil) }

    /// Goes to the next row that was found, or to the one before; behind the last comes the first.
    mutating func moveToMatch(isNext: Bool) {
        let before = cursor.selection
        move(.rows(isNext ? 1 : -1))
        if cursor.selection == before { move(isNext ? .first : .last) }
    }

    /// Finds rows anew, which look as `style` says.
    mutating func findRows(_ words: Words, _ style: (Section) -> any RowStyle) {
        guard var filter else { return }
        filter.isStale = false
        let rows = whole.sections.map { filter.rows(of: $0, style($0), words) }
        self.filter = filter
        let isAll = filter.search.pattern.isEmpty
        found = isAll ? content.all(of: whole, layout) : content.only(rows, of: whole.sections, layout)
    }
}

extension Section {
    /// Rows that the list shows of it: one that tells of its state when there are no others, so that an empty or a
    /// failed section can be selected too.
    var rowCount: Int { max(1, rows.count) }

    /// Whether its rows have pictures, which the first few of them tell.
    var hasPictures: Bool { rows.indices.prefix(100).contains { !rows.image(ofRow: $0).isEmpty } }

    /// Whether its first fetch has ended, well or not.
    var hasAnswered: Bool { isFresh || failure != nil }

    /// Whether its header tells how old it is: its rows were true once, but not confirmed by the latest fetch.
    var showsAge: Bool { confirmedAt != nil && !isFresh && !rows.isEmpty }
}
