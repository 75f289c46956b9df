/// The cells of a rectangle that belong to the circle in it: those of which the centre does.
///
/// A cell counts as it is drawn, twice as high as wide, so that a rectangle of twice as many columns as rows holds a
/// circle, and any other an ellipse.
public struct CircleMask: Hashable, Sendable {
    public let size: Size
    private let rows: [Range<Int>]

    public init(_ size: Size) {
        self.size = size
        rows = (0..<max(0, size.height)).map { CircleMask.columns(ofRow: $0, size) }
    }

    /// Columns of a row that belong to the circle: one run in its middle; empty for a row that is outside.
    public func columns(ofRow row: Int) -> Range<Int> { rows.indices.contains(row) ? rows[row] : 0..<0 }

    public func contains(column: Int, row: Int) -> Bool { columns(ofRow: row).contains(column) }

    private static func columns(ofRow row: Int, _ size: Size) -> Range<Int> {
        // Both axes reach from -1 to 1.
        let y = (2 * Double(row) + 1) / Double(size.height) - 1
        let halfWidth = max(0, 1 - y * y).squareRoot() * Double(size.width) / 2
        let middle = Double(size.width) / 2
        // The first column of which the centre is inside; the circle is as wide on both sides.
        let first = max(0, Int((middle - halfWidth - 0.5).rounded(.up)))
        return first..<max(first, size.width - first)
    }
}

extension CellPicture {
    /// This picture in the middle of a circle of `size`: nothing of it is outside, and what it leaves free inside, its
    /// transparent cells included, has the colour `disc`.
    public func inCircle(_ size: Size, disc: CellColor) -> CellPicture {
        let mask = CircleMask(size)
        let (left, above) = ((size.width - self.size.width) / 2, (size.height - self.size.height) / 2)
        let blank = PictureCell(" ", disc, disc)
        let pixels = pixels?.inCircle(size, of: self.size, disc: disc)
        // Pixels end at the circle, not at the cells that belong to it.
        let outside = pixels.map { _ in PictureCell(" ", .standard, .standard) }
        let cells = (0..<max(0, size.height)).map { row -> [PictureCell?] in
            let own = self.cells(ofRow: row - above)
            return (0..<max(0, size.width)).map { column in
                guard mask.contains(column: column, row: row) else { return outside }
                guard own.indices.contains(column - left) else { return blank }
                return own[column - left]?.on(disc) ?? blank
            }
        }
        return CellPicture(size: size, rows: cells, pixels: pixels)
    }
}

extension PictureCell {
    /// The cell with `color` wherever it would show what is behind it.
    fileprivate func on(_ color: CellColor) -> PictureCell {
        PictureCell(
            character, foreground == .standard ? color : foreground, background == .standard ? color : background)
    }
}
