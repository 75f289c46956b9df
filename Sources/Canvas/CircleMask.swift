/// The cells of a rectangle whose centres lie inside the inscribed ellipse.
///
/// Cells are treated as twice as high as wide, so a rectangle with twice as many columns as rows yields a circle.
public struct CircleMask: Hashable, Sendable {
    public let size: Size
    private let rows: [Range<Int>]

    public init(_ size: Size) {
        self.size = size
        rows = (0..<max(0, size.height)).map { CircleMask.columns(ofRow: $0, size) }
    }

    /// The columns of a row that belong to the circle: one range around its middle, empty if the row is out of range.
    public func columns(ofRow row: Int) -> Range<Int> { rows.indices.contains(row) ? rows[row] : 0..<0 }

    public func contains(column: Int, row: Int) -> Bool { columns(ofRow: row).contains(column) }

    private static func columns(ofRow row: Int, _ size: Size) -> Range<Int> {
        // Both axes range from -1 to 1.
        let y = (2 * Double(row) + 1) / Double(size.height) - 1
        let halfWidth = max(0, 1 - y * y).squareRoot() * Double(size.width) / 2
        let middle = Double(size.width) / 2
        // The first column whose centre is inside. The circle is symmetric, so this fixes the right end too.
        let first = max(0, Int((middle - halfWidth - 0.5).rounded(.up)))
        return first..<max(first, size.width - first)
    }
}

extension CellPicture {
    /// Returns this picture centred in a circle of `size` and clipped to it. Cells of the circle that the picture
    /// leaves free, including its transparent cells, get the colour `disc`.
    public func inCircle(_ size: Size, disc: CellColor) -> CellPicture {
        let mask = CircleMask(size)
        let (left, above) = ((size.width - self.size.width) / 2, (size.height - self.size.height) / 2)
        let blank = PictureCell(" ", disc, disc)
        let pixels = pixels?.inCircle(size, of: self.size, disc: disc)
        // Pixels are clipped to the exact circle, not to whole cells, so the cells outside must be blank rather than
        // transparent.
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
    /// Returns this cell with `color` in place of each default colour.
    fileprivate func on(_ color: CellColor) -> PictureCell {
        PictureCell(
            character, foreground == .standard ? color : foreground, background == .standard ? color : background)
    }
}
