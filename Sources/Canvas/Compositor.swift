/// What is to be drawn so that the screen shows a new frame.
public struct DrawPlan: Sendable {
    /// Rows that move up by `distance` (down, when it is negative) before anything is drawn; the rows that this uncovers
    /// are blank.
    public struct Scroll: Hashable, Sendable {
        public let rows: Range<Int>
        public let distance: Int
    }

    /// A screen row drawn anew: blank first, then the segments from back to front.
    public struct Row: Sendable {
        public let row: Int
        public let segments: [Segment]
        private let before: [Segment]

        init(row: Int, segments: [Segment], before: [Segment] = []) {
            self.row = row
            self.segments = segments
            self.before = before
        }

        /// Columns from the first to the last in which it differs from what was there.
        public var changed: Range<Int> {
            let changed = segments.filter { !before.contains($0) } + before.filter { !segments.contains($0) }
            let start = changed.map(\.columns.lowerBound).min() ?? 0
            return start..<max(start, changed.map(\.columns.upperBound).max() ?? 0)
        }
    }

    /// A line of a panel at its place in a row.
    public struct Segment: Hashable, Sendable {
        public let column: Int
        public let width: Int
        public let line: Line
        /// Whether it lies above an earlier segment of its row, so that its blanks must be drawn too.
        public let isOverlay: Bool

        /// The columns that the segment covers.
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

    /// Whether the screen shows the frame already.
    public var isEmpty: Bool { scroll == nil && rows.isEmpty }

    /// Regions whose own content changed, appeared or went; not those redrawn for being beneath or above one.
    public var changed: Set<Region> {
        let unchanged = Set(before).intersection(after)
        return Set((before + after).filter { !unchanged.contains($0) }.map(\.region))
    }
}

/// Finds what differs between the frame that is on the screen and the next one.
public struct Compositor: Sendable {
    /// The frame that is on the screen; `nil` where that is not known.
    public private(set) var shown: Frame?
    /// The rows of the frame that is shown.
    public private(set) var shownRows: [[DrawPlan.Segment]] = []
    /// Whether rows were forgotten since the last plan.
    private var hasForgottenRows = false

    public init() {}

    /// Forgets what is on the screen, so that the next plan draws all of it.
    public mutating func reset() { shown = nil }

    /// Has the rows drawn anew by the next plan that show a picture for which `isStale` holds.
    public mutating func redrawRows(where isStale: (CellPicture) -> Bool) {
        for (row, segments) in shownRows.enumerated()
        where segments.contains(where: { $0.line.pictures.contains { isStale($0.picture) } }) {
            shownRows[row] = []
            hasForgottenRows = true
        }
    }

    /// What to do for `frame`, which counts as shown from now on.
    public mutating func plan(for frame: Frame) -> DrawPlan {
        guard let old = shown, old.size == frame.size else { return planAll(of: frame) }
        shown = frame
        var candidates = Compositor.rowsThatMayDiffer(old.panels, frame.panels, height: frame.size.height)
        let scroll = Compositor.scroll(from: old, to: frame)
        if let scroll {
            shownRows.scroll(scroll)
            for row in scroll.rows { candidates[row] = true }
        }
        // They may have been scrolled.
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

    /// By row, whether a panel there is not what it was. A panel that was kept is told by its identity.
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

    /// The scrolling that leads from one frame to the next, where that leaves more rows in place than it uncovers.
    private static func scroll(from old: Frame, to new: Frame) -> DrawPlan.Scroll? {
        guard let before = old.viewport, let after = new.viewport, before.rows == after.rows else { return nil }
        let distance = after.top - before.top
        guard distance != 0, abs(distance) * 2 <= after.rows.count else { return nil }
        return DrawPlan.Scroll(rows: after.rows, distance: distance)
    }

    /// Whether `segments` are what `frame` has in that row.
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
    /// Moves rows as the screen does.
    fileprivate mutating func scroll(_ scroll: DrawPlan.Scroll) {
        let old = self
        for row in scroll.rows {
            let source = row + scroll.distance
            self[row] = scroll.rows.contains(source) ? old[source] : []
        }
    }
}
