/// The drawing operations that turn the displayed frame into a new one.
public struct DrawPlan: Sendable {
    /// Rows that move up by `distance` (down if negative) before anything is drawn; the rows this uncovers are blank.
    public struct Scroll: Hashable, Sendable {
        public let rows: Range<Int>
        public let distance: Int

        package init(rows: Range<Int>, distance: Int) { (self.rows, self.distance) = (rows, distance) }
    }

    /// A screen row to redraw: it is cleared, then its segments are drawn from back to front.
    public struct Row: Sendable {
        public let row: Int
        public let segments: [Segment]
        fileprivate let before: [Segment]

        init(row: Int, segments: [Segment], before: [Segment] = []) {
            self.row = row
            self.segments = segments
            self.before = before
        }

        /// The range of columns that covers all differences from the row's previous content.
        public var changed: Range<Int> {
            let changed = segments.filter { !before.contains($0) } + before.filter { !segments.contains($0) }
            let start = changed.map(\.columns.lowerBound).min() ?? 0
            return start..<max(start, changed.map(\.columns.upperBound).max() ?? 0)
        }
    }

    /// A line of a panel, placed in a screen row.
    public struct Segment: Hashable, Sendable {
        public let column: Int
        public let width: Int
        public let line: Line
        /// Whether it overlaps an earlier segment of its row, so that its blanks must be drawn too.
        public let isOverlay: Bool

        package init(column: Int, width: Int, line: Line, isOverlay: Bool) {
            (self.column, self.width, self.line, self.isOverlay) = (column, width, line, isOverlay)
        }

        public var columns: Range<Int> { column..<(column + width) }
    }

    public let scroll: Scroll?
    public let rows: [Row]
    private let before: [Panel]
    private let after: [Panel]

    init(scroll: Scroll?, rows: [Row], before: [Panel], after: [Panel]) {
        self.scroll = scroll
        self.rows = rows
        self.before = before
        self.after = after
    }

    /// Whether the screen already shows the frame.
    public var isEmpty: Bool { scroll == nil && rows.isEmpty }

    /// The rows that a terminal could be told to move instead of writing them anew: all that change, if one of them shows
    /// what another one showed.
    public var movable: Set<Int> {
        let changed = rows.map(\.row)
        if let scroll { return Set(changed).union(scroll.rows) }
        let isMoved = rows.contains { row in rows.contains { $0.row != row.row && $0.before == row.segments } }
        return isMoved ? Set(changed) : []
    }

    /// The regions whose panels changed, appeared or disappeared, without those that are redrawn only because they
    /// overlap one.
    public var changed: Set<Region> {
        let unchanged = Set(before).intersection(after)
        return Set((before + after).filter { !unchanged.contains($0) }.map(\.region))
    }
}

/// Computes the difference between the displayed frame and the next one.
public struct Compositor: Sendable {
    /// The displayed frame; `nil` if the screen's content is unknown.
    public private(set) var shown: Frame?
    /// The segments of each row of the displayed frame.
    public private(set) var shownRows: [[DrawPlan.Segment]] = []
    /// Whether rows were invalidated since the last plan.
    private var hasForgottenRows = false

    public init() {}

    /// Marks the screen's content as unknown, so that the next plan redraws everything.
    public mutating func reset() { shown = nil }

    /// Makes the next plan redraw the rows that show a picture for which `isStale` returns `true`.
    public mutating func redrawRows(where isStale: (CellPicture) -> Bool) {
        for (row, segments) in shownRows.enumerated()
        where segments.contains(where: { $0.line.pictures.contains { isStale($0.picture) } }) {
            shownRows[row] = []
            hasForgottenRows = true
        }
    }

    /// Returns the operations that display `frame`, and records it as the displayed frame.
    public mutating func plan(for frame: Frame) -> DrawPlan {
        guard let old = shown, old.size == frame.size else { return planAll(of: frame) }
        shown = frame
        var candidates = Compositor.rowsThatMayDiffer(old.panels, frame.panels, height: frame.size.height)
        let scroll = Compositor.scroll(from: old, to: frame)
        if let scroll {
            shownRows.scroll(scroll)
            for row in scroll.rows { candidates[row] = true }
        }
        // Scrolling may have moved the invalidated rows.
        for row in candidates.indices where hasForgottenRows { candidates[row] = true }
        hasForgottenRows = false
        var dirty: [DrawPlan.Row] = []
        for row in candidates.indices where candidates[row] && !Compositor.shows(shownRows[row], row: row, of: frame) {
            let segments = Compositor.segments(ofRow: row, in: frame)
            dirty.append(DrawPlan.Row(row: row, segments: segments, before: shownRows[row]))
            shownRows[row] = segments
        }
        return DrawPlan(scroll: scroll, rows: dirty, before: old.panels, after: frame.panels)
    }

    private mutating func planAll(of frame: Frame) -> DrawPlan {
        shown = frame
        shownRows = (0..<max(0, frame.size.height)).map { Compositor.segments(ofRow: $0, in: frame) }
        let rows = shownRows.enumerated().map { DrawPlan.Row(row: $0.offset, segments: $0.element) }
        return DrawPlan(scroll: nil, rows: rows, before: [], after: frame.panels)
    }

    /// Returns for each row whether a panel in it changed. Comparing an unchanged panel is cheap: arrays that share
    /// storage are equal without comparing their lines.
    private static func rowsThatMayDiffer(_ old: [Panel], _ new: [Panel], height: Int) -> [Bool] {
        var marks = Array(repeating: false, count: max(0, height))
        func mark(_ rows: Range<Int>) { for row in rows.clamped(to: marks.indices) { marks[row] = true } }
        for panel in new {
            let before = old.first { $0.region == panel.region }
            if before != panel {
                mark(panel.rows)
                if let before { mark(before.rows) }
            }
        }
        for before in old where !new.contains(where: { $0.region == before.region }) { mark(before.rows) }
        return marks
    }

    /// Returns the scrolling that leads from one frame to the next. Returns `nil` if it would keep fewer rows than it
    /// uncovers.
    private static func scroll(from old: Frame, to new: Frame) -> DrawPlan.Scroll? {
        guard let before = old.viewport, let after = new.viewport, before.rows == after.rows else { return nil }
        let distance = after.top - before.top
        guard distance != 0, abs(distance) * 2 <= after.rows.count else { return nil }
        return DrawPlan.Scroll(rows: after.rows, distance: distance)
    }

    /// Whether `segments` equal the content of that row of `frame`.
    private static func shows(_ segments: [DrawPlan.Segment], row: Int, of frame: Frame) -> Bool {
        var count = 0
        for panel in frame.panels where panel.rows.contains(row) {
            guard count < segments.count, segments[count].column == panel.origin.column,
                segments[count].width == panel.width, segments[count].line == panel.lines[row - panel.origin.row]
            else { return false }
            count += 1
        }
        return count == segments.count
    }

    private static func segments(ofRow row: Int, in frame: Frame) -> [DrawPlan.Segment] {
        var segments: [DrawPlan.Segment] = []
        for panel in frame.panels where panel.rows.contains(row) {
            let columns = panel.origin.column..<(panel.origin.column + panel.width)
            segments.append(
                DrawPlan.Segment(
                    column: columns.lowerBound, width: panel.width, line: panel.lines[row - panel.origin.row],
                    isOverlay: segments.contains { $0.columns.overlaps(columns) }))
        }
        return segments
    }
}

extension [[DrawPlan.Segment]] {
    /// Moves rows as the terminal does when it scrolls.
    fileprivate mutating func scroll(_ scroll: DrawPlan.Scroll) {
        let old = self
        for row in scroll.rows {
            let source = row + scroll.distance
            self[row] = scroll.rows.contains(source) ? old[source] : []
        }
    }
}
