import Canvas

/// Which cells of the screen show the pixels of which picture, and what is to be drawn so that they show a new frame: a
/// pure value.
///
/// Pixels lie on the cells that curses draws, and go where it writes. So a picture is drawn again when a cell of it does
/// not show it any more, and rows are written anew where another picture is to be seen and is not ready.
struct SixelCells {
    /// A picture at its place on the screen, which may be partly outside.
    struct Placement: Hashable {
        let picture: PixelPicture
        let cells: Size
        let origin: Point
    }

    /// A rectangle of a picture, in its cells.
    struct Piece: Hashable {
        let picture: PixelPicture
        let cells: Size
        let part: Rectangle
    }

    struct Drawing: Hashable {
        let piece: Piece
        /// Where its upper left cell is on the screen.
        let place: Point
    }

    struct Plan: Equatable {
        var drawings: [Drawing] = []
        /// What is to be seen and is not ready.
        var missing: [Piece] = []
        /// Rows that curses has to write whole.
        var redrawn: [Int] = []
    }

    private var size = Size(width: 0, height: 0)
    /// By cell, the number of the placement whose pixels are seen there; 0 for none.
    private var shown: [Int] = []
    private enum Doubt { case none, ifNarrow, any }

    /// Cells alike in a row that curses moves over rather than writes again: no move takes as many bytes.
    private static let passedOver = 6

    /// By cell, whether its pixels may be gone.
    private var doubtful: [Doubt] = []
    private var numbers: [Placement: Int] = [:]
    private var latest = 0

    /// No pixels are on the screen any more.
    mutating func forget() {
        shown = shown.map { _ in 0 }
        numbers = [:]
    }

    /// The pixels in those columns of a row may be there, or not.
    mutating func forget(row: Int, _ columns: Range<Int>) {
        guard (0..<size.height).contains(row) else { return }
        for column in columns.clamped(to: 0..<size.width) { doubtful[row * size.width + column] = .any }
    }

    /// Curses writes what differs in those columns of a row, and what is narrow between two such places.
    mutating func write(row: Int, _ columns: Range<Int>) {
        guard (0..<size.height).contains(row) else { return }
        for cell in columns.clamped(to: 0..<size.width).map({ row * size.width + $0 }) where doubtful[cell] == .none {
            doubtful[cell] = .ifNarrow
        }
    }

    /// Whether the pixels of a cell that is to show the same ones are gone.
    private func isGone(_ cell: Int, _ goals: [Int]) -> Bool {
        switch doubtful[cell] {
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

    /// What to do so that `wanted` is seen, as far as it is ready; it counts as done.
    mutating func plan(for wanted: SixelLayout, isReady: (Piece) -> Bool) -> Plan {
        if size != wanted.size {
            size = wanted.size
            shown = [Int](repeating: 0, count: max(0, size.width * size.height))
            doubtful = shown.map { _ in .none }
        }
        let goals = number(wanted)
        var replaced: Set<Int> = []
        let gone = shown.indices.filter { shown[$0] != 0 && (shown[$0] != goals[$0] || isGone($0, goals)) }
        for cell in gone {
            if goals[cell] != 0, shown[cell] != goals[cell] { replaced.insert(cell) }
            shown[cell] = 0
        }
        for cell in doubtful.indices { doubtful[cell] = .none }
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

    /// Placements beyond which those are looked for that nobody needs any more.
    private static let mostNumbers = 64

    /// The number of the placement that each cell is to show. Numbers that nobody needs any more are forgotten.
    private mutating func number(_ wanted: SixelLayout) -> [Int] {
        if numbers.count > SixelCells.mostNumbers {
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
                let drawing = Drawing(piece: piece, place: part.origin)
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
    /// What is below `place`, and the rest.
    fileprivate func split(at place: Int) -> (Range, Range) { (lowerBound..<place, place..<upperBound) }
}

/// Which cells of a frame are to show which pictures' pixels.
struct SixelLayout: Equatable {
    let size: Size
    private(set) var placements: [SixelCells.Placement] = []
    /// By cell, the place in `placements`; -1 for none.
    private(set) var cells: [Int]

    /// The pictures of the rows of a screen of that width whose pixels are `cell` a cell.
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

    /// The rectangles of the screen that show the picture of that place: rows of the same columns together.
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
