import Canvas
import Domain
import ShopClient

/// Sections of a list, the selection in them, and how far they are scrolled.
struct ListContent: Sendable {
    private(set) var sections: [Section]
    var cursor = ListCursor()
    /// Where everything stands.
    private(set) var geometry: ListGeometry

    init(_ sections: [Section], _ layout: ListLayout) {
        self.sections = sections
        geometry = ListContent.geometry(of: sections, layout)
        cursor.reveal(in: geometry, height: layout.height)
    }

    private static func geometry(of sections: [Section], _ layout: ListLayout) -> ListGeometry {
        ListGeometry(
            rowCounts: sections.map(\.rowCount), headerHeight: layout.headerHeight, rowHeight: layout.rowHeight,
            gap: layout.sectionGap)
    }

    /// The section under the cursor.
    var selectedSection: Section? {
        sections.indices.contains(cursor.selection.section) ? sections[cursor.selection.section] : nil
    }

    mutating func move(_ move: ListCursor.Move, height: Int) { cursor.move(move, in: geometry, height: height) }

    mutating func select(_ position: ListPosition, height: Int) {
        cursor.selection = position
        cursor.reveal(in: geometry, height: height)
    }

    /// Takes over a section of which a guest sees the same rows.
    mutating func put(_ section: Section, at index: Int) { sections[index] = section }

    /// Shows other sections, or the same in another layout. The row at `selection` is selected, on the line where the
    /// selected row was.
    mutating func show(_ sections: [Section], selecting selection: ListPosition, _ layout: ListLayout) {
        let old = geometry
        self.sections = sections
        geometry = ListContent.geometry(of: sections, layout)
        cursor.follow(to: selection, from: old, in: geometry, height: layout.height)
    }
}

extension ListContent {
    /// Only those rows of `sections`, which are known by their numbers. The selection stays on its row where that is one
    /// of them, else it goes to the first.
    func only(_ rows: [[Int]], of sections: [Section], _ layout: ListLayout) -> ListContent {
        let picked = zip(sections, rows).compactMap { section, rows -> Section? in
            guard !rows.isEmpty else { return nil }
            var picked = section
            picked.rows = section.rows.picking(rows)
            picked.total = rows.count
            return picked
        }
        guard let position = position(in: picked) else { return ListContent(picked, layout) }
        var content = self
        content.show(picked, selecting: position, layout)
        return content
    }

    /// All rows of `whole`. The selection stays on its row.
    func all(of whole: ListContent, _ layout: ListLayout) -> ListContent {
        guard let position = position(in: whole.sections) else { return whole }
        var content = self
        content.show(whole.sections, selecting: position, layout)
        return content
    }

    /// Where the selected row is in `sections`; `nil` where it is not there.
    private func position(in sections: [Section]) -> ListPosition? {
        guard let selected = selectedSection, let index = sections.firstIndex(where: { $0.id == selected.id }),
            let row = sections[index].rows.row(like: cursor.selection.row, of: selected.rows)
        else { return nil }
        return ListPosition(section: index, row: row)
    }
}
