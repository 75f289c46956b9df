import Canvas
import ShopClient
import ShopModels

/// The part of a section that is in view, as a panel of its own.
///
/// Keeps what it built as long as it is needed: a section that did not change is not built again, and of one that
/// did, or that scrolled, only the rows that were not there before.
struct SectionView {
    /// All that the panel depends on.
    private struct Input: Equatable {
        let content: ContentKey
        /// Lines in view, counted from the section's header.
        let lines: Range<Int>
        let screenRow: Int
        let selectedRow: Int?
        let header: SectionHeader.Input
    }

    /// What a row's lines depend on, beside its selection.
    private struct ContentKey: Equatable {
        let contentVersion: Int
        let rowCount: Int
        let layout: MenuLayout
        let failure: FetchFailure?
        let isFetching: Bool
    }

    private let words: Words
    private var input: Input?
    private var panel: Panel?
    private var rows: [Int: [Line]] = [:]

    init(words: Words) { self.words = words }

    /// The panel of the section at `index`; `nil` when none of it is in view.
    mutating func panel(at index: Int, of state: ShopState, geometry: ListGeometry) -> Panel? {
        let menu = state.menu
        let section = menu.sections[index]
        let all = geometry.lines(of: index)
        let shown = all.clamped(to: menu.cursor.top..<(menu.cursor.top + menu.layout.height))
        guard !shown.isEmpty else { return nil }
        let next = Input(
            content: ContentKey(
                contentVersion: section.contentVersion, rowCount: section.rowCount, layout: menu.layout,
                failure: section.dishes.isEmpty ? section.failure : nil,
                isFetching: section.dishes.isEmpty && section.isFetching),
            lines: (shown.lowerBound - all.lowerBound)..<(shown.upperBound - all.lowerBound),
            screenRow: menu.layout.origin.row + shown.lowerBound - menu.cursor.top,
            selectedRow: menu.cursor.selection.section == index ? menu.cursor.selection.row : nil,
            header: SectionHeader.Input(section, state: state))
        if next == input { return panel }
        build(next, section: section)
        return panel
    }

    private mutating func build(_ next: Input, section: MenuSection) {
        if input?.content != next.content { rows = [:] }
        input = next
        let layout = next.content.layout
        var kept: [Int: [Line]] = [:]
        let lines = next.lines.map { line in
            self.line(line, next, section: section, kept: &kept)
        }
        rows = kept
        panel = Panel(
            region: Region(section.id.path), origin: Point(column: layout.origin.column, row: next.screenRow),
            width: layout.width, lines: lines)
    }

    private func line(_ line: Int, _ input: Input, section: MenuSection, kept: inout [Int: [Line]]) -> Line {
        let layout = input.content.layout
        // The header sticks to the top: it takes the place of whatever line is the first one in view.
        if line == 0 || line == input.lines.lowerBound {
            return SectionHeader(layout: layout, words: words).line(input.header)
        }
        guard line >= layout.headerHeight else { return .blank }
        let row = (line - layout.headerHeight) / layout.rowHeight
        let part = (line - layout.headerHeight) % layout.rowHeight
        if row == input.selectedRow { return built(row, section, layout, isSelected: true)[part] }
        let lines = kept[row] ?? rows[row] ?? built(row, section, layout, isSelected: false)
        kept[row] = lines
        return lines[part]
    }

    private func built(_ row: Int, _ section: MenuSection, _ layout: MenuLayout, isSelected: Bool) -> [Line] {
        if section.dishes.indices.contains(row) {
            return DishRow(layout: layout).lines(of: section.dishes[row], isSelected: isSelected)
        }
        return PlaceholderRow(layout: layout, words: words).lines(of: section, isSelected: isSelected)
    }
}

/// The one row of a section without dishes: it tells why there are none.
struct PlaceholderRow {
    let layout: MenuLayout
    let words: Words

    func lines(of section: MenuSection, isSelected: Bool) -> [Line] {
        var builder = LineBuilder(width: layout.width, margin: layout.margin)
        if let failure = section.failure {
            builder.left(words.failure(failure), Style(.bad))
        } else if section.isFetching || section.confirmedAt == nil {
            builder.left(words.loading, .dim)
        } else {
            builder.left(words.emptySection, .dim)
        }
        let line = isSelected ? builder.line.reversed : builder.line
        return [line] + Array(repeating: .blank, count: layout.rowHeight - 1)
    }
}
