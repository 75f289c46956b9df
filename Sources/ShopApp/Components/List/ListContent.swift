import Canvas
import Domain
import ShopClient
import TerminalText

/// The sections of a list with its selection and scroll offset.
struct ListContent: Sendable {
    private(set) var sections: [Section]
    var cursor = ListCursor()
    /// The line layout of the sections.
    private(set) var geometry: ListGeometry
    /// The folded sections, of which only the header is shown.
    private var folded: Set<SectionID> = []

    init(_ sections: [Section], _ layout: ListLayout) {
        self.sections = sections
        geometry = ListContent.geometry(of: sections, layout)
        cursor.reveal(in: geometry, height: layout.linesInView)
    }

    /// Returns the line layout of `sections`.
    static func geometry(of sections: [Section], folded: Set<SectionID> = [], _ layout: ListLayout) -> ListGeometry {
        let closesEmpty = layout.shape.closesEmpty
        let closed = sections.indices.filter { index in
            folded.contains(sections[index].id) || closesEmpty && sections[index].rows.isEmpty
        }
        return ListGeometry(
            rowCounts: sections.map(\.rowCount), headerHeight: layout.headerHeight, rowHeight: layout.rowHeight,
            gap: layout.sectionGap, folded: Set(closed))
    }

    /// Whether the section at `index` was folded, and is not just empty.
    func isFolded(_ index: Int) -> Bool { sections.indices.contains(index) && folded.contains(sections[index].id) }

    /// The section under the cursor.
    var selectedSection: Section? {
        sections.indices.contains(cursor.selection.section) ? sections[cursor.selection.section] : nil
    }

    mutating func move(_ move: ListCursor.Move, height: Int) { cursor.move(move, in: geometry, height: height) }

    mutating func scroll(by lines: Int, height: Int) { cursor.scroll(by: lines, in: geometry, height: height) }

    /// Selects a row, unfolding its section if necessary.
    mutating func select(_ position: ListPosition, _ layout: ListLayout) {
        if sections.indices.contains(position.section), folded.remove(sections[position.section].id) != nil {
            geometry = ListContent.geometry(of: sections, folded: folded, layout)
        }
        cursor.selection = position
        cursor.reveal(in: geometry, height: layout.linesInView)
    }

    /// Folds or unfolds the section at `index` and selects it; its header stays on the same line of the screen.
    mutating func toggleFolding(of index: Int, _ layout: ListLayout) {
        guard !layout.shape.closesEmpty || !sections[index].rows.isEmpty else { return }
        let (id, header) = (sections[index].id, geometry.headerLine(of: index))
        let row = max(0, header - cursor.top)
        if folded.remove(id) == nil { folded.insert(id) }
        geometry = ListContent.geometry(of: sections, folded: folded, layout)
        cursor = ListCursor(selection: ListPosition(section: index, row: 0), top: header - row)
        cursor.reveal(in: geometry, height: layout.linesInView)
    }

    /// Replaces a section by one with the same visible rows.
    mutating func put(_ section: Section, at index: Int) { sections[index] = section }

    /// Replaces the sections or the layout. Selects the row at `selection`, on the line of the screen where the
    /// selected row was.
    mutating func show(_ sections: [Section], selecting selection: ListPosition, _ layout: ListLayout) {
        let old = geometry
        self.sections = sections
        geometry = ListContent.geometry(of: sections, folded: folded, layout)
        cursor.follow(to: selection, from: old, in: geometry, height: layout.linesInView)
    }
}

extension ListContent {
    /// Returns this content reduced to the hits in each section, those in titles first. The selection stays on its row if
    /// that is among them, otherwise it moves to the first hit in a title. If `prefersTitles` is true, it also leaves a
    /// row of which not the title was found.
    func only(
        _ hits: [[SearchHit]], of sections: [Section], prefersTitles: Bool, _ layout: ListLayout
    ) -> ListContent {
        let found = zip(sections, hits).filter { !$1.isEmpty }
        let picked = found.map { section, hits in section.picking(hits.rankedRows) }
        let titles = found.map { $1.count(where: \.isInTitle) }
        let best = titles.firstIndex { $0 > 0 }
        guard let position = position(in: picked),
            !prefersTitles || best == nil || position.row < titles[position.section]
        else {
            var content = ListContent(picked, layout)
            content.select(ListPosition(section: best ?? 0, row: 0), layout)
            return content
        }
        var content = self
        // Folding would hide matches.
        content.folded = []
        content.show(picked, selecting: position, layout)
        return content
    }

    /// Returns all rows of `whole`, with the selection on the same row as here, and on the same line of the screen. If
    /// that row is selected in `whole`, or gone, returns `whole`.
    func all(of whole: ListContent, _ layout: ListLayout) -> ListContent {
        guard let position = position(in: whole.sections), position != whole.cursor.selection else { return whole }
        var content = self
        content.folded = whole.folded
        content.show(whole.sections, selecting: position, layout)
        content.select(position, layout)
        return content
    }

    /// Returns the position of the selected row in `sections`, or `nil` if it is not there.
    private func position(in sections: [Section]) -> ListPosition? {
        guard let selected = selectedSection, let index = sections.firstIndex(where: { $0.id == selected.id }),
            let row = sections[index].rows.row(like: cursor.selection.row, of: selected.rows)
        else { return nil }
        return ListPosition(section: index, row: row)
    }
}
