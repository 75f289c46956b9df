import Canvas
import Domain
import ShopClient

/// A list of sections: what is known of each, the selection, and how far it is scrolled.
struct SectionedList: Sendable {
    private(set) var sections: [Section]
    private(set) var layout: ListLayout
    private(set) var cursor = ListCursor()
    /// Where everything stands.
    private(set) var geometry: ListGeometry
    /// Sections of which only the header is shown.
    private var folded: Set<SectionID> = []

    /// Whether the terminal can show the pictures that rows may have.
    let showsPictures: Bool

    init(sections: [Section], layout: ListLayout, showsPictures: Bool = false) {
        self.sections = sections
        self.layout = layout
        self.showsPictures = showsPictures && layout.shape.rows == .detailed
        geometry = ListGeometry(rowCounts: [], headerHeight: layout.headerHeight, rowHeight: layout.rowHeight)
        measure()
        cursor.reveal(in: geometry, height: layout.height)
    }

    /// Tells anew where everything stands.
    private mutating func measure() {
        layout.hasPictures = showsPictures && sections.contains(where: \.hasPictures)
        geometry = ListGeometry(
            rowCounts: sections.map(\.rowCount), headerHeight: layout.headerHeight, rowHeight: layout.rowHeight,
            gap: layout.sectionGap,
            folded: folded.isEmpty ? [] : Set(sections.indices.filter { folded.contains(sections[$0].id) }))
    }

    /// A section as it is known now; `nil` for one that is not here.
    func section(_ id: SectionID) -> Section? { sections.first { $0.id == id } }

    /// The section under the cursor.
    var selectedSection: Section? {
        sections.indices.contains(cursor.selection.section) ? sections[cursor.selection.section] : nil
    }

    /// The row under the cursor; `nil` where there is none, or one of another kind.
    func selected<Row: SectionRow>(_ kind: Row.Type) -> Row? {
        isSelectionFolded ? nil : selectedSection.flatMap { $0.rows.row(cursor.selection.row, as: kind) }
    }

    /// The rows of a section that are at least partly in view.
    func rowsInView(of section: Int) -> Range<Int> {
        let start = geometry.headerLine(of: section) + layout.headerHeight
        let lines = (cursor.top - start)..<(cursor.top + layout.height - start)
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
        cursor.move(move, in: geometry, height: layout.height)
    }

    /// Scrolls by so many lines; the selection goes along where it would be out of view.
    mutating func scroll(by lines: Int) {
        cursor.scroll(by: lines, in: geometry, height: layout.height)
    }

    /// Selects a row; its section is unfolded for that.
    mutating func select(_ position: ListPosition) {
        if sections.indices.contains(position.section), folded.remove(sections[position.section].id) != nil {
            measure()
        }
        cursor.selection = position
        cursor.reveal(in: geometry, height: layout.height)
    }

    mutating func select(_ row: Int, of section: SectionID) {
        guard let index = sections.firstIndex(where: { $0.id == section }) else { return }
        select(ListPosition(section: index, row: row))
    }

    /// Folds a section, or unfolds it, and selects it; its header stays where it is seen.
    mutating func toggleFolding(of section: SectionID) {
        guard let index = sections.firstIndex(where: { $0.id == section }) else { return }
        let header = geometry.headerLine(of: index)
        let place = max(0, header - cursor.top)
        if folded.remove(section) == nil { folded.insert(section) }
        measure()
        cursor = ListCursor(selection: ListPosition(section: index, row: 0), top: header - place)
        cursor.reveal(in: geometry, height: layout.height)
    }

    /// Whether the selection is on the header of a folded section.
    var isSelectionFolded: Bool { geometry.isFolded(cursor.selection.section) }

    /// Takes over a new value of a section. The selection stays on its row, and the row on its line.
    mutating func replace(_ section: Section) {
        guard let index = sections.firstIndex(where: { $0.id == section.id }) else { return }
        let old = sections[index]
        guard old.contentVersion != section.contentVersion || old.rowCount != section.rowCount else {
            sections[index] = section
            return
        }
        var selection = cursor.selection
        if selection.section == index {
            selection.row = section.rows.row(like: selection.row, of: old.rows) ?? selection.row
        }
        var sections = sections
        sections[index] = section
        show(sections, selecting: selection)
    }

    /// Shows other sections. The row at `selection` is selected, on the line where the selected row was.
    mutating func show(_ sections: [Section], selecting selection: ListPosition) {
        let old = geometry
        self.sections = sections
        measure()
        cursor.follow(to: selection, from: old, in: geometry, height: layout.height)
    }

    /// Takes over another layout; the selected row stays on its line as far as that is possible.
    mutating func lay(out layout: ListLayout) {
        guard layout.screen != self.layout.screen || layout.shape != self.layout.shape else { return }
        self.layout = layout
        show(sections, selecting: cursor.selection)
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
