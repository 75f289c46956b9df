/// Columns and rows of a screen or of a part of it.
public struct Size: Hashable, Sendable {
    public var width: Int
    public var height: Int

    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }
}

/// A place on the screen, counted from its upper left corner.
public struct Point: Hashable, Sendable {
    public var column: Int
    public var row: Int

    public init(column: Int, row: Int) {
        self.column = column
        self.row = row
    }
}

/// The name of a part of the screen that is drawn for itself.
public struct Region: Hashable, Sendable, CustomStringConvertible {
    public let name: String
    public init(_ name: String) { self.name = name }
    public var description: String { name }
}

/// What one region shows: a rectangle of lines.
public struct Panel: Hashable, Sendable {
    public let region: Region
    public let origin: Point
    public let width: Int
    public let lines: [Line]

    public init(region: Region, origin: Point, width: Int, lines: [Line]) {
        self.region = region
        self.origin = origin
        self.width = width
        self.lines = lines
    }

    /// Screen rows that the panel covers.
    public var rows: Range<Int> { origin.row..<(origin.row + lines.count) }

    fileprivate func hasPlace(of other: Panel) -> Bool {
        origin == other.origin && width == other.width && lines.count == other.lines.count
    }
}

/// A whole screen: panels from back to front, and where the terminal's cursor is parked.
public struct Frame: Hashable, Sendable {
    public var size: Size
    public var panels: [Panel]
    public var cursor: Point

    public init(size: Size, panels: [Panel] = [], cursor: Point = Point(column: 0, row: 0)) {
        self.size = size
        self.panels = panels
        self.cursor = cursor
    }
}

/// What is to be drawn so that the screen shows a new frame.
public struct DrawPlan: Sendable {
    /// A screen row drawn anew: blank first, then the segments from back to front.
    public struct Row: Sendable {
        public let row: Int
        public let segments: [Segment]
    }

    /// A line of a panel at its place in a row.
    public struct Segment: Sendable {
        public let column: Int
        public let width: Int
        public let line: Line
        /// Whether it lies above an earlier segment of its row, so that its blanks must be drawn too.
        public let isOverlay: Bool

        /// The columns that the segment covers.
        public var columns: Range<Int> { column..<(column + width) }
    }

    public let rows: [Row]
    /// Regions whose own content changed, appeared or went; not those redrawn for being beneath or above one.
    public let changed: Set<Region>
}

/// Finds what differs between the frame that is on the screen and the next one.
public struct Compositor: Sendable {
    private var shown: Frame?

    public init() {}

    /// Forgets what is on the screen, so that the next plan draws all of it.
    public mutating func reset() { shown = nil }

    /// The rows to draw for `frame`, which counts as shown from now on.
    public mutating func plan(for frame: Frame) -> DrawPlan {
        let old = shown?.size == frame.size ? shown : nil
        shown = frame
        var dirty = DirtyRows(height: frame.size.height)
        if old == nil { dirty.mark(0..<frame.size.height) }
        let changed = Compositor.compare(old?.panels ?? [], frame.panels, into: &dirty)
        return DrawPlan(rows: dirty.rows.map { Compositor.row($0, of: frame) }, changed: changed)
    }

    private static func compare(_ old: [Panel], _ new: [Panel], into dirty: inout DirtyRows) -> Set<Region> {
        var changed: Set<Region> = []
        for panel in new {
            guard let before = old.first(where: { $0.region == panel.region }) else {
                dirty.mark(panel.rows)
                changed.insert(panel.region)
                continue
            }
            if mark(before, panel, into: &dirty) { changed.insert(panel.region) }
        }
        for before in old where !new.contains(where: { $0.region == before.region }) {
            dirty.mark(before.rows)
            changed.insert(before.region)
        }
        return changed
    }

    /// Marks the rows in which `new` differs from `old`; says whether there are any.
    private static func mark(_ old: Panel, _ new: Panel, into dirty: inout DirtyRows) -> Bool {
        guard new.hasPlace(of: old) else {
            dirty.mark(old.rows)
            dirty.mark(new.rows)
            return true
        }
        guard old.lines != new.lines else { return false }
        for index in new.lines.indices where old.lines[index] != new.lines[index] {
            dirty.mark(new.origin.row + index)
        }
        return true
    }

    private static func row(_ row: Int, of frame: Frame) -> DrawPlan.Row {
        var segments: [DrawPlan.Segment] = []
        for panel in frame.panels where panel.rows.contains(row) {
            let columns = panel.origin.column..<(panel.origin.column + panel.width)
            let line = panel.lines[row - panel.origin.row]
            let isOverlay = segments.contains { $0.columns.overlaps(columns) }
            segments.append(
                DrawPlan.Segment(column: columns.lowerBound, width: panel.width, line: line, isOverlay: isOverlay))
        }
        return DrawPlan.Row(row: row, segments: segments)
    }
}

/// The screen rows that have to be drawn.
private struct DirtyRows {
    private var marks: [Bool]

    init(height: Int) { marks = Array(repeating: false, count: max(0, height)) }

    mutating func mark(_ row: Int) {
        if marks.indices.contains(row) { marks[row] = true }
    }

    mutating func mark(_ rows: Range<Int>) { rows.forEach { mark($0) } }

    var rows: [Int] { marks.indices.filter { marks[$0] } }
}
