import Canvas

/// Tracks which picture's pixels each cell of the screen shows, and plans what to draw for a new frame; a value
/// without side effects.
///
/// Pixels lie on top of the cells that curses draws, and are erased where it writes. So a picture is drawn again if
/// one of its cells no longer shows it, and rows are rewritten if another picture should be there and is not ready.
struct SixelCells {
    /// A picture at its position on the screen; it may be partly outside.
    struct Placement: Hashable {
        let picture: PixelPicture
        let cells: Size
        let origin: Point
    }

    /// A part of a picture, in cells.
    struct Piece: Hashable {
        let picture: PixelPicture
        let cells: Size
        let part: Rectangle
    }

    struct Drawing: Hashable {
        let piece: Piece
        /// The position of its upper left cell on the screen.
        let position: Point
    }

    struct Plan: Equatable {
        var drawings: [Drawing] = []
        /// Pieces that should be visible and are not ready.
        var missing: [Piece] = []
        /// Rows that curses has to write completely.
        var redrawn: [Int] = []
    }

    private var size = Size(width: 0, height: 0)
    /// The number of the placement whose pixels each cell shows; 0 for none.
    private var shown: [Int] = []
    private enum EraseRule { case none, ifNarrow, any }

    /// The number of equal cells in a row from which on curses moves over them instead of writing them again: no
    /// cursor move takes as many bytes.
    private static let passedOver = 6

    /// Whether each cell's pixels may be erased.
    private var eraseRules: [EraseRule] = []
    private var numbers: [Placement: Int] = [:]
    private var latest = 0

    /// Whether no cell shows pixels.
    var isEmpty: Bool { shown.allSatisfy { $0 == 0 } }

    /// Forgets all pixels on the screen.
    mutating func forget() {
        shown = shown.map { _ in 0 }
        numbers = [:]
    }

    /// Marks the pixels in those columns of a row as possibly erased.
    mutating func forget(row: Int, _ columns: Range<Int>) {
        guard (0..<size.height).contains(row) else { return }
        for column in columns.clamped(to: 0..<size.width) { eraseRules[row * size.width + column] = .any }
    }

    /// Notes that curses writes changes in those columns of a row, and rewrites narrow gaps between two changes.
    mutating func write(row: Int, _ columns: Range<Int>) {
        guard (0..<size.height).contains(row) else { return }
        for cell in columns.clamped(to: 0..<size.width).map({ row * size.width + $0 }) where eraseRules[cell] == .none {
            eraseRules[cell] = .ifNarrow
        }
    }

    /// Whether the pixels of a cell that should keep showing the same ones are erased.
    private func isGone(_ cell: Int, _ goals: [Int]) -> Bool {
        switch eraseRules[cell] {
        case .none: return false
        case .any: return true
        case .ifNarrow:
            let row = (cell / size.width * size.width)..<((cell / size.width + 1) * size.width)
            let around = (cell - SixelCells.passedOver + 1)..<(cell + SixelCells.passedOver)
            let (before, after) = around.clamped(to: row).split(at: cell)
            let isSame = { (other: Int) in goals[other] == goals[cell] && shown[other] == shown[cell] }
            return before.reversed().prefix(while: isSame).count + after.prefix(while: isSame).count
                < SixelCells.passedOver
        }
    }

    /// Returns the steps that make `wanted` visible, as far as it is ready, and assumes that they are carried out.
    mutating func plan(for wanted: SixelLayout, isReady: (Piece) -> Bool) -> Plan {
        if size != wanted.size {
            size = wanted.size
            shown = [Int](repeating: 0, count: max(0, size.width * size.height))
            eraseRules = shown.map { _ in .none }
        }
        let goals = indexCells(wanted)
        var replaced: Set<Int> = []
        let gone = shown.indices.filter { shown[$0] != 0 && (shown[$0] != goals[$0] || isGone($0, goals)) }
        for cell in gone {
            if goals[cell] != 0, shown[cell] != goals[cell] { replaced.insert(cell) }
            shown[cell] = 0
        }
        for cell in eraseRules.indices { eraseRules[cell] = .none }
        var plan = Plan()
        draw(wanted, goals, isReady, &plan)
        let rows = Set(replaced.filter { shown[$0] != goals[$0] }.map { $0 / size.width })
        if !rows.isEmpty {
            plan.redrawn = rows.sorted()
            for row in rows { for cell in (row * size.width)..<((row + 1) * size.width) { shown[cell] = 0 } }
            draw(wanted, goals, isReady, &plan)
        }
        return plan
    }

    /// The number of placements above which unused ones are removed.
    private static let maxNumbers = 64

    /// Returns the number of the placement that each cell should show, and removes numbers that are no longer used.
    private mutating func indexCells(_ wanted: SixelLayout) -> [Int] {
        if numbers.count > SixelCells.maxNumbers {
            let used = Set(shown)
            let kept = Set(wanted.placements)
            numbers = numbers.filter { kept.contains($0.key) || used.contains($0.value) }
        }
        for placement in wanted.placements where numbers[placement] == nil {
            latest += 1
            numbers[placement] = latest
        }
        let byIndex = wanted.placements.map { numbers[$0] ?? 0 }
        return wanted.cells.map { $0 < 0 ? 0 : byIndex[$0] }
    }

    private mutating func draw(_ wanted: SixelLayout, _ goals: [Int], _ isReady: (Piece) -> Bool, _ plan: inout Plan) {
        for (index, placement) in wanted.placements.enumerated() {
            for part in wanted.parts(of: index) where isMissing(part, goals) {
                let origin = Point(
                    column: part.origin.column - placement.origin.column, row: part.origin.row - placement.origin.row)
                let piece = Piece(
                    picture: placement.picture, cells: placement.cells,
                    part: Rectangle(
                        column: origin.column, row: origin.row, width: part.size.width, height: part.size.height))
                let drawing = Drawing(piece: piece, position: part.origin)
                if plan.drawings.contains(drawing) || isReady(piece) {
                    if !plan.drawings.contains(drawing) { plan.drawings.append(drawing) }
                    for cell in cells(of: part) { shown[cell] = goals[cell] }
                } else if !plan.missing.contains(piece) {
                    plan.missing.append(piece)
                }
            }
        }
    }

    private func isMissing(_ part: Rectangle, _ goals: [Int]) -> Bool {
        cells(of: part).contains { shown[$0] != goals[$0] }
    }

    private func cells(of part: Rectangle) -> [Int] {
        part.rows.flatMap { row in part.columns.map { row * size.width + $0 } }
    }
}

extension Range<Int> {
    /// Splits the range into what is below `place` and the rest.
    fileprivate func split(at bound: Int) -> (Range, Range) { (lowerBound..<bound, bound..<upperBound) }
}

/// The layout of pictures in a frame: which cell should show which picture's pixels.
struct SixelLayout: Equatable {
    let size: Size
    private(set) var placements: [SixelCells.Placement] = []
    /// The index into `placements` for each cell; -1 for none.
    private(set) var cells: [Int]

    /// Creates the layout of the pictures in `rows` on a screen of that width, without those whose pixels do not match
    /// the cell size `cell`.
    init(_ rows: [[DrawPlan.Segment]], width: Int, cell: CellPixels) {
        size = Size(width: width, height: rows.count)
        cells = [Int](repeating: -1, count: max(0, size.width * size.height))
        var indices: [SixelCells.Placement: Int] = [:]
        for (row, segments) in rows.enumerated() {
            for segment in segments {
                for column in segment.columns.clamped(to: 0..<width) { cells[row * width + column] = -1 }
                for slice in segment.line.pictures { add(slice, segment, row, cell, &indices) }
            }
        }
    }

    private mutating func add(
        _ slice: PictureSlice, _ segment: DrawPlan.Segment, _ row: Int, _ cell: CellPixels,
        _ indices: inout [SixelCells.Placement: Int]
    ) {
        let own = slice.picture.size
        guard let pixels = slice.picture.pixels, (0..<own.height).contains(slice.row),
            pixels.size == Size(width: own.width * cell.width, height: own.height * cell.height)
        else { return }
        let column = segment.column + slice.column
        let placement = SixelCells.Placement(
            picture: pixels, cells: own, origin: Point(column: column, row: row - slice.row))
        let index = indices[placement] ?? placements.count
        if index == placements.count {
            placements.append(placement)
            indices[placement] = index
        }
        for column in (column..<(column + own.width)).clamped(to: 0..<size.width) {
            cells[row * size.width + column] = index
        }
    }

    /// Returns the rectangles of the screen that show the placement at `index`; adjacent rows with the same columns
    /// are merged.
    func parts(of index: Int) -> [Rectangle] {
        var parts: [Rectangle] = []
        for row in rows(of: index) {
            for columns in runs(of: index, row: row) {
                let above = parts.firstIndex { $0.columns == columns && $0.rows.upperBound == row }
                let start = above.map { parts.remove(at: $0).origin.row } ?? row
                parts.append(
                    Rectangle(column: columns.lowerBound, row: start, width: columns.count, height: row + 1 - start))
            }
        }
        return parts
    }

    private func rows(of index: Int) -> Range<Int> {
        let placement = placements[index]
        return (placement.origin.row..<(placement.origin.row + placement.cells.height)).clamped(to: 0..<size.height)
    }

    private func runs(of index: Int, row: Int) -> [Range<Int>] {
        let placement = placements[index]
        let columns = placement.origin.column..<(placement.origin.column + placement.cells.width)
        var runs: [Range<Int>] = []
        for column in columns.clamped(to: 0..<size.width) where cells[row * size.width + column] == index {
            if let last = runs.last, last.upperBound == column {
                runs[runs.count - 1] = last.lowerBound..<(column + 1)
            } else {
                runs.append(column..<(column + 1))
            }
        }
        return runs
    }
}
