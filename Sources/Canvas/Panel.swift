/// A size in columns and rows, or in pixels for a `PixelPicture`.
public struct Size: Hashable, Sendable {
    public var width: Int
    public var height: Int

    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }
}

/// A position, counted from the upper left corner.
public struct Point: Hashable, Sendable {
    public var column: Int
    public var row: Int

    public init(column: Int, row: Int) {
        self.column = column
        self.row = row
    }
}

/// The name of a separately drawn part of the screen.
public struct Region: Hashable, Sendable, CustomStringConvertible {
    public let name: String
    public init(_ name: String) { self.name = name }
    public var description: String { name }
}

/// The content of one region: a rectangle of lines.
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

    /// The screen rows that the panel covers.
    public var rows: Range<Int> { origin.row..<(origin.row + lines.count) }
}

/// The content of the whole screen: panels from back to front, and the position of the terminal's cursor.
public struct Frame: Hashable, Sendable {
    /// Screen rows that show a part of scrollable content.
    public struct Viewport: Hashable, Sendable {
        public var rows: Range<Int>
        /// The line of the content at the top.
        public var top: Int

        public init(rows: Range<Int>, top: Int) {
            self.rows = rows
            self.top = top
        }
    }

    public var size: Size
    public var panels: [Panel]
    public var cursor: Point
    /// Whether the cursor is visible, as it is where text is typed.
    public var showsCursor = false
    /// The scrollable part, if any: rows that only moved are then scrolled instead of redrawn.
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
