/// A rectangular area of the screen, in cells.
public struct Rectangle: Hashable, Sendable {
    public var origin: Point
    public var size: Size

    public init(column: Int, row: Int, width: Int, height: Int) {
        origin = Point(column: column, row: row)
        size = Size(width: max(0, width), height: max(0, height))
    }

    public var columns: Range<Int> { origin.column..<(origin.column + size.width) }
    public var rows: Range<Int> { origin.row..<(origin.row + size.height) }
}

extension Panel {
    /// Creates a panel that fills `place` with `lines`: excess lines are dropped and missing ones are blank.
    public init(region: Region, place: Rectangle, lines: [Line]) {
        let shown = lines.prefix(place.size.height)
        let missing = place.size.height - shown.count
        self.init(
            region: region, origin: place.origin, width: place.size.width,
            lines: shown + Array(repeating: .blank, count: missing))
    }
}
