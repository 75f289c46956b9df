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
}

/// A whole screen: panels from back to front, and where the terminal's cursor is parked.
public struct Frame: Hashable, Sendable {
    /// Rows of the screen that show part of something longer.
    public struct Viewport: Hashable, Sendable {
        public var rows: Range<Int>
        /// The line of the longer thing that is at the top.
        public var top: Int

        public init(rows: Range<Int>, top: Int) {
            self.rows = rows
            self.top = top
        }
    }

    public var size: Size
    public var panels: [Panel]
    public var cursor: Point
    /// Whether the cursor is seen: where text is typed.
    public var showsCursor = false
    /// What scrolls, if anything does: rows that only moved are then not drawn again.
    public var viewport: Viewport?

    public init(
        size: Size, panels: [Panel] = [], cursor: Point = Point(column: 0, row: 0), viewport: Viewport? = nil
    ) {
        self.size = size
        self.panels = panels
        self.cursor = cursor
        self.viewport = viewport
    }
}
