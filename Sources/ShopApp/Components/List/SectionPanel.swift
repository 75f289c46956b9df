import Canvas
import Domain
import Foundation
import ShopClient
import TerminalText

/// Builds the panel of the part of a section that is visible in a column.
///
/// Caches what it built: an unchanged section is not rebuilt, and if a section changed or scrolled, only rows that were
/// not visible before are laid out.
struct SectionPanel {
    /// Everything that the panel depends on.
    private struct Input {
        let content: ContentKey
        /// The visible lines, relative to the section's header.
        let lines: Range<Int>
        let origin: Point
        let selectedRow: Int?
        let header: SectionHeader.Input
        /// The visible rows.
        let rows: Range<Int>
        /// The picture state of each visible row; empty if there are no pictures.
        let pictures: [PictureState]
        /// The marks of other counters for each visible row; empty if there are none.
        let marks: [String?]

        /// Whether only the selected row or the header may differ.
        func isSameButForSelection(as other: Input) -> Bool {
            lines == other.lines && origin == other.origin && rows == other.rows && content == other.content
                && pictures == other.pictures && marks == other.marks
        }

        func picture(ofRow row: Int) -> PictureState {
            pictures.indices.contains(row - rows.lowerBound) ? pictures[row - rows.lowerBound] : .waiting
        }

        func mark(ofRow row: Int) -> String? {
            marks.indices.contains(row - rows.lowerBound) ? marks[row - rows.lowerBound] : nil
        }
    }

    /// Everything that a row's lines depend on, except its selection.
    private struct ContentKey: Equatable {
        let contentVersion: Int
        let rowCount: Int
        let layout: ListLayout
        let placeholder: PlaceholderRow.Kind?
        let style: any RowStyle
        /// The search pattern whose matches are highlighted.
        let pattern: SearchPattern
        /// The time from which ages are computed; `nil` if the rows show none.
        let now: Date?

        static func == (left: ContentKey, right: ContentKey) -> Bool {
            left.contentVersion == right.contentVersion && left.rowCount == right.rowCount
                && left.layout == right.layout && left.placeholder == right.placeholder
                && left.style.isEqual(to: right.style) && left.pattern == right.pattern && left.now == right.now
        }
    }

    /// Everything that the pictures of the visible rows depend on if the list is not filtered.
    private struct PicturesKey: Equatable {
        let contentVersion: Int
        let rowCount: Int
        let rows: Range<Int>
        let size: Size?
        let known: [PictureRequest: PictureState]
    }

    private let words: Words
    private var input: Input?
    private var panel: Panel?
    private var rows = RowWindow()
    private var pictures = Memo<PicturesKey, [PictureState]>()
    private(set) var rowsLaidOut = 0

    init(words: Words) { self.words = words }

    /// Returns the panel of the section at `index`, which must be partly visible in `column`.
    mutating func panel(
        at index: Int, in column: ListColumn, of list: SectionedList, _ context: ListContext
    ) -> Panel? {
        let (layout, cursor, section) = (list.layout, list.cursor, list.sections[index])
        let all = list.geometry.lines(of: index)
        let shown = all.clamped(to: column.lines)
        let rows = list.rows(of: index, in: column.lines)
        let selectedRow = cursor.selection.section == index ? cursor.selection.row : nil
        let next = Input(
            content: ContentKey(
                contentVersion: section.contentVersion, rowCount: section.rowCount, layout: layout,
                placeholder: PlaceholderRow.Kind(section, context),
                style: context.counter.rowStyle(of: section.id, in: list), pattern: list.pattern,
                now: context.counter.showsAges(of: section.id) ? context.now : nil),
            lines: (shown.lowerBound - all.lowerBound)..<(shown.upperBound - all.lowerBound),
            origin: Point(
                column: column.origin.column, row: column.origin.row + shown.lowerBound - column.lines.lowerBound),
            selectedRow: selectedRow,
            header: SectionHeader.Input(
                section, isClosed: list.geometry.isFolded(index), isFolded: list.isFolded(index),
                isTop: shown.lowerBound == cursor.top, context,
                position: all.count > layout.linesInView ? selectedRow : nil, words), rows: rows,
            pictures: pictures(ofRows: rows, at: index, of: list, context),
            marks: context.marks(ofRows: rows, in: section))
        show(next, of: section, in: column.number)
        return panel
    }

    private mutating func pictures(
        ofRows rows: Range<Int>, at index: Int, of list: SectionedList, _ context: ListContext
    ) -> [PictureState] {
        guard list.filter == nil else { return list.shopPictures(of: index, rows, context.pictures) }
        let key = PicturesKey(
            contentVersion: list.sections[index].contentVersion, rowCount: list.sections[index].rowCount, rows: rows,
            size: list.layout.picture, known: context.pictures)
        return pictures.value(for: key) { list.shopPictures(of: index, rows, $0.known) }
    }

    private mutating func show(_ next: Input, of section: Section, in column: Int) {
        let isSame = input.map { $0.isSameButForSelection(as: next) } ?? false
        if isSame, input?.selectedRow == next.selectedRow, input?.header == next.header { return }
        let lines = (isSame ? selectionMoved(to: next) : nil) ?? allLines(next, of: section)
        input = next
        let layout = next.content.layout
        panel = Panel(
            region: column == 0 ? Region(section.id.path) : Region("\(section.id.path)#\(column)"),
            origin: next.origin, width: layout.width, lines: lines)
    }

    /// Returns the current panel's lines with another row selected. Returns `nil` if there is no panel yet or the
    /// section is closed, since then its header is selected.
    private func selectionMoved(to next: Input) -> [Line]? {
        guard var lines = panel?.lines, !next.header.isClosed else { return nil }
        let before = input?.selectedRow
        if input?.header != next.header, !lines.isEmpty {
            // The header is always the first visible line, however far the list is scrolled.
            lines[0] = SectionHeader(layout: next.content.layout, words: words).line(next.header)
        }
        for row in [before, next.selectedRow] {
            let layout = next.content.layout
            guard let row, let title = rows[row]?[layout.titleLine] else { continue }
            let line = layout.headerHeight + row * layout.rowHeight + layout.titleLine
            // The first visible line is the header's.
            guard next.lines.dropFirst().contains(line) else { continue }
            lines[line - next.lines.lowerBound] = row == next.selectedRow ? layout.selected(title) : title
        }
        return lines
    }

    private mutating func allLines(_ next: Input, of section: Section) -> [Line] {
        let layout = next.content.layout
        let old = input?.content == next.content ? rows : RowWindow()
        rows = RowWindow(
            first: next.rows.lowerBound,
            rows: next.rows.map { row in
                let isSame =
                    input?.picture(ofRow: row) == next.picture(ofRow: row)
                    && input?.mark(ofRow: row) == next.mark(ofRow: row)
                return (isSame ? old[row] : nil) ?? built(row, section, next)
            })
        return next.lines.map { line in
            // The header sticks to the top: it replaces the first visible line.
            if line == 0 || line == next.lines.lowerBound {
                let header = SectionHeader(layout: layout, words: words).line(next.header)
                return next.header.isClosed && next.selectedRow != nil ? header.uniform(.selected) : header
            }
            guard line >= layout.headerHeight else { return .blank }
            let (row, part) = (line - layout.headerHeight).quotientAndRemainder(dividingBy: layout.rowHeight)
            guard let text = rows[row]?[part] else { return .blank }
            return part == layout.titleLine && row == next.selectedRow ? layout.selected(text) : text
        }
    }

    /// Builds a row in its unselected state. Selecting it only changes the title line.
    private mutating func built(_ row: Int, _ section: Section, _ next: Input) -> [Line] {
        rowsLaidOut += 1
        let layout = next.content.layout
        let context = RowContext(
            layout: layout, words: words, picture: next.picture(ofRow: row), mark: next.mark(ofRow: row),
            now: next.content.now ?? .distantPast)
        let target = ShellTarget.row(section.id, row)
        guard let lines = next.content.style.lines(ofRow: row, in: section.rows, context) else {
            return placeholder(next.content.placeholder, layout).clickable(target)
        }
        let pattern = next.content.pattern
        return (pattern.isEmpty ? lines : lines.map { $0.highlighting(pattern) }).clickable(target)
    }

    private func placeholder(_ kind: PlaceholderRow.Kind?, _ layout: ListLayout) -> [Line] {
        PlaceholderRow(layout: layout, words: words).lines(of: kind ?? .loading)
    }
}

/// The lines of the visible rows, in their unselected state.
private struct RowWindow {
    var first = 0
    var rows: [[Line]] = []

    subscript(row: Int) -> [Line]? { rows.indices.contains(row - first) ? rows[row - first] : nil }
}

/// The single row of a section without rows, which explains why there are none.
struct PlaceholderRow {
    enum Kind: Hashable {
        case loading
        case empty(LocalizedText)
        /// The server does not answer, which is shown elsewhere.
        case offline
        /// The fetch failed; the text is what the counter calls its rows.
        case failed(FetchFailure, LocalizedText)

        /// Returns `nil` if the section has rows.
        init?(_ section: Section, _ context: ListContext) {
            guard section.rows.isEmpty else { return nil }
            if let failure = context.failure(of: section) {
                self = .failed(failure, context.counter.texts.row(in: section.id))
            } else if section.failure != nil {
                self = .offline
            } else {
                let isLoading = section.isFetching || section.confirmedAt == nil
                self = isLoading ? .loading : .empty(context.counter.texts.empty)
            }
        }
    }

    let layout: ListLayout
    let words: Words

    func lines(of kind: Kind) -> [Line] {
        var builder = LineBuilder(width: layout.width, margin: layout.margin)
        switch kind {
        case .failed(let failure, let row): builder.left(words.failure(failure, row: row), Style(.bad))
        case .loading: builder.left(words.loading, .dim)
        case .offline: builder.left(words.notFetched, .dim)
        case .empty(let text): builder.left(text[words.language], .dim)
        }
        return [builder.line] + Array(repeating: .blank, count: layout.rowHeight - 1)
    }
}
