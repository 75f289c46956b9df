import Canvas

/// A row of a picture that looks the same with fewer changes of colour from cell to cell. A character and its other half,
/// such as “▀” and “▄”, show one thing with their colours exchanged; each change is 10 to 20 bytes for a terminal.
enum ColorArrangement {
    /// The cells so far, and what their changes of colour cost.
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

    /// `row`, arranged: the cheapest way to each way in which a cell can stand, from the left.
    static func arrange(_ row: ArraySlice<PictureCell>) -> [PictureCell] {
        var paths = [Path()]
        for cell in row {
            if let color = blank(cell) {
                // No character has a colour here: it stays what it was.
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

    /// About the bytes that set what differs.
    private static func cost(from left: PictureCell, to right: PictureCell) -> Int {
        let changes = (left.foreground == right.foreground ? 0 : 1) + (left.background == right.background ? 0 : 1)
        return changes == 0 ? 0 : 3 + 8 * changes
    }

    /// The one colour of a cell that has only one. What is in the terminal's own colour for characters stays as it is.
    private static func blank(_ cell: PictureCell) -> CellColor? {
        if cell.character == " " { return cell.background }
        let hasOne = cell.character == "█" || cell.foreground == cell.background
        return hasOne && cell.foreground != .standard ? cell.foreground : nil
    }

    /// The cell with its colours exchanged; `nil` where no character has the other half, or a colour is the terminal's own,
    /// which is one before and another behind a character.
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
