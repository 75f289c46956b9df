import TerminalText

extension Frame {
    /// The frame as text, one line per row without trailing blanks, as a user would see it; for tests and debugging.
    public var picture: String {
        var grid = CellGrid(size: size)
        for panel in panels {
            for (index, line) in panel.lines.enumerated() {
                grid.draw(line, row: panel.origin.row + index, column: panel.origin.column, width: panel.width)
            }
        }
        return grid.text
    }
}

/// A grid of cells with a terminal's semantics: a wide glyph fills two cells, and overwriting one half blanks the
/// other.
private struct CellGrid {
    private enum Cell: Hashable {
        case glyph(Character)
        /// The right half of a wide glyph.
        case tail
    }

    private let size: Size
    private var cells: [Cell]

    init(size: Size) {
        self.size = size
        cells = Array(repeating: .glyph(" "), count: max(0, size.width * size.height))
    }

    mutating func draw(_ line: Line, row: Int, column: Int, width: Int) {
        guard (0..<size.height).contains(row) else { return }
        for offset in 0..<max(0, width) { put(" ", row: row, column: column + offset, columns: 1) }
        for span in line.spans {
            var at = span.column
            for character in span.text {
                let columns = ColumnWidth.of(character)
                put(character, row: row, column: column + at, columns: columns)
                at += columns
            }
        }
        for slice in line.pictures {
            for run in slice.picture.runs(ofRow: slice.row) {
                for (offset, character) in run.text.enumerated() {
                    put(character, row: row, column: column + slice.column + run.column + offset, columns: 1)
                }
            }
        }
    }

    private mutating func put(_ character: Character, row: Int, column: Int, columns: Int) {
        guard column >= 0, columns > 0, column + columns <= size.width else { return }
        for offset in 0..<columns { release(row: row, column: column + offset) }
        cells[row * size.width + column] = .glyph(character)
        for offset in 1..<max(1, columns) { cells[row * size.width + column + offset] = .tail }
    }

    /// Blanks the other half of a wide glyph that is about to be overwritten at `column`.
    private mutating func release(row: Int, column: Int) {
        let index = row * size.width + column
        if cells[index] == .tail { cells[index - 1] = .glyph(" ") }
        if column + 1 < size.width, cells[index + 1] == .tail { cells[index + 1] = .glyph(" ") }
    }

    var text: String {
        (0..<size.height).map { row in
            var line = ""
            for case .glyph(let character) in cells[(row * size.width)..<((row + 1) * size.width)] {
                line.append(character)
            }
            while line.last == " " { line.removeLast() }
            return line
        }.joined(separator: "\n")
    }
}
