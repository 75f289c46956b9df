import Canvas

/// Reduces the colour changes between neighbouring cells of a picture row without changing its look. A character and
/// its complement, such as “▀” and “▄”, look the same with their colours swapped; each change costs a terminal 10 to
/// 20 bytes.
enum ColorArrangement {
    /// The cells so far, and the cost of their colour changes.
    private struct Path {
        var cells: [PictureCell] = []
        var cost = 0

        func adding(_ cell: PictureCell) -> Path {
            var path = self
            path.cost += cells.last.map { ColorArrangement.cost(from: $0, to: cell) } ?? 0
            path.cells.append(cell)
            return path
        }
    }

    /// Returns `row` with the fewest colour changes: works from the left and keeps the cheapest path to each variant
    /// of a cell.
    static func arrange(_ row: ArraySlice<PictureCell>) -> [PictureCell] {
        var paths = [Path()]
        for cell in row {
            if let color = blank(cell) {
                // The cell shows no foreground, so it keeps the previous one.
                paths = paths.map { path in
                    path.adding(PictureCell(" ", path.cells.last?.foreground ?? cell.foreground, color))
                }
            } else {
                paths = [cell, reversed(cell)].compactMap(\.self).compactMap { way in
                    paths.map { $0.adding(way) }.min { $0.cost < $1.cost }
                }
            }
        }
        return paths.min { $0.cost < $1.cost }?.cells ?? []
    }

    /// The approximate number of bytes that set the colours that differ.
    private static func cost(from left: PictureCell, to right: PictureCell) -> Int {
        let changes = (left.foreground == right.foreground ? 0 : 1) + (left.background == right.background ? 0 : 1)
        return changes == 0 ? 0 : 3 + 8 * changes
    }

    /// Returns the colour of a single-coloured cell; `nil` for others, and if that colour is the terminal's default
    /// foreground, so that the cell stays as it is.
    private static func blank(_ cell: PictureCell) -> CellColor? {
        if cell.character == " " { return cell.background }
        let hasOne = cell.character == "█" || cell.foreground == cell.background
        return hasOne && cell.foreground != .standard ? cell.foreground : nil
    }

    /// Returns the cell with its colours swapped, or `nil` if its character has no complement or one of the colours is
    /// the terminal's default, which differs between foreground and background.
    private static func reversed(_ cell: PictureCell) -> PictureCell? {
        guard let other = otherHalves[cell.character], cell.foreground != .standard, cell.background != .standard else {
            return nil
        }
        return PictureCell(other, cell.background, cell.foreground)
    }

    private static let otherHalves: [Unicode.Scalar: Unicode.Scalar] = {
        let pairs: [(Unicode.Scalar, Unicode.Scalar)] = [
            ("▀", "▄"), ("▌", "▐"), ("▘", "▟"), ("▝", "▜"), ("▖", "▙"), ("▗", "▛"), ("▚", "▞"), ("▔", "▇"), ("▕", "▉"),
        ]
        return Dictionary(pairs.flatMap { [$0, ($0.1, $0.0)] }) { first, _ in first }
    }()
}
