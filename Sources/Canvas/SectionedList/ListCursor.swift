/// The selection and scroll offset of a sectioned list.
public struct ListCursor: Hashable, Sendable {
    public var selection: ListPosition
    /// The line of the list at the top of the viewport.
    public var top: Int

    public init(selection: ListPosition = ListPosition(section: 0, row: 0), top: Int = 0) {
        self.selection = selection
        self.top = top
    }

    /// A movement requested by a key.
    public enum Move: Hashable, Sendable {
        case rows(Int)
        case pages(Int)
        case halfPages(Int)
        case first
        case last
        case previousSection
        case nextSection
    }

    /// Moves the selection and scrolls by the minimum that makes it visible.
    public mutating func move(_ move: Move, in geometry: ListGeometry, height: Int) {
        guard let start = geometry.clamped(selection) else { return }
        selection = ListCursor.target(of: move, from: start, in: geometry, height: height)
        reveal(in: geometry, height: height)
    }

    private static func target(
        of move: Move, from start: ListPosition, in geometry: ListGeometry, height: Int
    ) -> ListPosition {
        let page = max(1, (height - 1) / geometry.rowHeight)
        let last = geometry.rowCounts.count - 1
        switch move {
        case .rows, .pages, .halfPages, .first, .last:
            return geometry.position(start, movedBy: move.distance(page: page))
        case .previousSection:
            let section = start.row > 0 ? start.section : max(0, start.section - 1)
            return ListPosition(section: section, row: 0)
        case .nextSection:
            if start.section == last { return ListPosition(section: last, row: geometry.rowCounts[last] - 1) }
            return ListPosition(section: start.section + 1, row: 0)
        }
    }

    /// Scrolls by `lines`, clamped to the ends of the list. If the selected row would leave the viewport, the selection
    /// moves to the nearest visible row.
    public mutating func scroll(by lines: Int, in geometry: ListGeometry, height: Int) {
        guard let start = geometry.clamped(selection) else { return }
        selection = start
        top = max(0, min(top + lines, geometry.lineCount - height))
        while case let (lowest, highest) = topLines(of: selection, in: geometry, height: height),
            lines > 0 ? top > highest : top < lowest
        {
            let next = geometry.position(selection, movedBy: lines.signum())
            guard next != selection else { break }
            selection = next
        }
        reveal(in: geometry, height: height)
    }

    /// The range of scroll offsets at which `position` is visible.
    private func topLines(
        of position: ListPosition, in geometry: ListGeometry, height: Int
    ) -> (lowest: Int, highest: Int) {
        let line = geometry.line(of: position)
        let highest = position.row == 0 ? geometry.headerLine(of: position.section) : line - 1
        return (line + geometry.textHeight - height, highest)
    }

    /// Scrolls by the minimum that shows the whole selected row below the sticky header, together with its section's
    /// header if it is the first row; never beyond either end.
    public mutating func reveal(in geometry: ListGeometry, height: Int) {
        guard let position = geometry.clamped(selection) else {
            self = ListCursor()
            return
        }
        selection = position
        let (lowest, highest) = topLines(of: position, in: geometry, height: height)
        top = min(max(top, lowest), highest)
        top = max(0, min(top, max(0, geometry.lineCount - height)))
        if top > highest { top = highest }
    }

    /// Selects `position` in a changed list and scrolls so that the selection stays on the same line of the viewport. A
    /// list that shows its beginning goes on showing it if a row of the first section is selected: what is added above
    /// that row is seen.
    public mutating func follow(
        to position: ListPosition, from old: ListGeometry, in new: ListGeometry, height: Int
    ) {
        let offset = old.clamped(selection).map { old.line(of: $0) - top } ?? 0
        let isAtBeginning = top == 0 && selection.section == 0
        selection = position
        if !isAtBeginning, let position = new.clamped(position) { top = new.line(of: position) - offset }
        reveal(in: new, height: height)
    }
}
