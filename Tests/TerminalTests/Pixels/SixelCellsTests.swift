import Canvas
import TestPeers
import Testing

@testable import Terminal

@Suite struct SixelCellsTests {
    private static let cell = CellPixels.standard

    private static func picture(_ number: Int, _ width: Int, _ height: Int) -> CellPicture {
        let size = Size(width: width, height: height)
        let pixels = Size(width: width * cell.width, height: height * cell.height)
        return CellPicture(
            size: size,
            cells: (0..<(width * height)).map {
                PictureCell("x", .indexed(UInt8(number * 7 + $0) % 200), .indexed(20))
            },
            pixels: PixelPicture(
                size: pixels, bytes: [UInt8](repeating: UInt8(number), count: pixels.width * pixels.height * 4)))
    }

    private struct Placed {
        var picture: CellPicture
        var column: Int
        var row: Int
    }

    private static let screen = Size(width: 24, height: 12)

    /// Returns the rows of a screen with those pictures, and a dialog on top of them.
    private static func rows(_ pictures: [Placed], dialog: Rectangle? = nil) -> [[DrawPlan.Segment]] {
        (0..<screen.height).map { row in
            let slices = pictures.filter { $0.row <= row && row < $0.row + $0.picture.size.height }.map {
                PictureSlice(column: $0.column, picture: $0.picture, row: row - $0.row)
            }
            let list = DrawPlan.Segment(
                column: 0, width: screen.width, line: Line(pictures: slices), isOverlay: false)
            guard let dialog, dialog.rows.contains(row) else { return [list] }
            return [
                list,
                DrawPlan.Segment(
                    column: dialog.origin.column, width: dialog.size.width, line: .blank, isOverlay: true),
            ]
        }
    }

    /// A model of a terminal in which pixels stay on a cell until text is written to it. Like curses, it writes a cell
    /// only if it differs.
    private struct Terminal {
        /// The contents of each cell according to curses; pictures are recognised by the colours of their cells.
        var text: [PictureCell?] = Array(repeating: nil, count: screen.width * screen.height)
        var pixels: [SixelCells.Piece?] = Array(repeating: nil, count: screen.width * screen.height)
        /// The part of its picture that each cell displays.
        var parts: [Point?] = Array(repeating: nil, count: screen.width * screen.height)

        mutating func show(_ rows: [[DrawPlan.Segment]], _ plan: SixelCells.Plan) {
            for (row, segments) in rows.enumerated() {
                for (column, cell) in Terminal.cells(segments).enumerated() {
                    let at = row * screen.width + column
                    guard text[at] != cell || plan.redrawn.contains(row) else { continue }
                    text[at] = cell
                    (pixels[at], parts[at]) = (nil, nil)
                }
            }
            for drawing in plan.drawings {
                for row in 0..<drawing.piece.part.size.height {
                    for column in 0..<drawing.piece.part.size.width {
                        let at = (drawing.position.row + row) * screen.width + drawing.position.column + column
                        pixels[at] = drawing.piece
                        parts[at] = Point(
                            column: drawing.piece.part.origin.column + column, row: drawing.piece.part.origin.row + row)
                    }
                }
            }
        }

        private static func cells(_ segments: [DrawPlan.Segment]) -> [PictureCell?] {
            var cells = [PictureCell?](repeating: nil, count: screen.width)
            for segment in segments {
                for column in segment.columns { cells[column] = nil }
                for slice in segment.line.pictures {
                    for (offset, cell) in slice.picture.cells(ofRow: slice.row).enumerated() {
                        cells[segment.column + slice.column + offset] = cell
                    }
                }
            }
            return cells
        }
    }

    @Test func whateverIsShownNoCellShowsAnotherPicturesPixels() {
        var random = SeededGenerator(seed: 11)
        let pictures = (0..<6).map { SixelCellsTests.picture($0, 3 + $0 % 3, 2 + $0 % 2) }
        var (cells, terminal) = (SixelCells(), Terminal())
        var ready: Set<SixelCells.Piece> = []
        for _ in 0..<1_500 {
            let shown = [1, 12].map { column in
                Placed(
                    picture: pictures[.random(in: 0..<6, using: &random)], column: column,
                    row: .random(in: 0...3, using: &random) * 3)
            }
            let dialog =
                Bool.random(using: &random)
                ? Rectangle(
                    column: .random(in: 0...10, using: &random), row: .random(in: 0...6, using: &random), width: 9,
                    height: 4)
                : nil
            // Some pictures extend below the end of the screen.
            let rows = SixelCellsTests.rows(shown, dialog: dialog)
            let layout = SixelLayout(rows, width: SixelCellsTests.screen.width, cell: SixelCellsTests.cell)
            let plan = cells.plan(for: layout) { ready.contains($0) }
            terminal.show(rows, plan)
            for at in layout.cells.indices {
                guard let piece = terminal.pixels[at], let part = terminal.parts[at] else { continue }
                let index = layout.cells[at]
                guard index >= 0 else {
                    Issue.record("pixels where no picture is")
                    return
                }
                let placement = layout.placements[index]
                let place = Point(
                    column: at % SixelCellsTests.screen.width - placement.origin.column,
                    row: at / SixelCellsTests.screen.width - placement.origin.row)
                #expect(piece.picture == placement.picture)
                #expect(part == place)
            }
            // Some of the missing pieces become ready, and nothing else changes.
            for piece in plan.missing where Bool.random(using: &random) { ready.insert(piece) }
        }
        #expect(ready.count > 10)
    }

    @Test func whatIsShownIsNotDrawnAgainAndWhatADialogLeavesStays() {
        let picture = SixelCellsTests.picture(1, 6, 3)
        let open = SixelCellsTests.rows([Placed(picture: picture, column: 2, row: 1)])
        let covered = SixelCellsTests.rows(
            [Placed(picture: picture, column: 2, row: 1)], dialog: Rectangle(column: 4, row: 2, width: 10, height: 5))
        func plan(_ cells: inout SixelCells, _ rows: [[DrawPlan.Segment]]) -> SixelCells.Plan {
            cells.plan(for: SixelLayout(rows, width: 24, cell: SixelCellsTests.cell)) { _ in true }
        }
        var cells = SixelCells()
        let first = plan(&cells, open)
        #expect(first.drawings.map(\.position) == [Point(column: 2, row: 1)])
        #expect(first.drawings.map(\.piece.part) == [Rectangle(column: 0, row: 0, width: 6, height: 3)])
        let again = plan(&cells, open)
        #expect(again == SixelCells.Plan())
        let below = plan(&cells, covered)
        #expect(below == SixelCells.Plan())
        let back = plan(&cells, open)
        #expect(back.drawings == first.drawings)
        // Columns that curses may have overwritten.
        cells.forget(row: 3, 0..<3)
        let rewritten = plan(&cells, open)
        #expect(rewritten.drawings == first.drawings)
        cells.forget(row: 3, 8..<24)
        let untouched = plan(&cells, open)
        #expect(untouched == SixelCells.Plan())
        cells.forget()
        let anew = plan(&cells, open)
        #expect(anew.drawings == first.drawings)
    }

    @Test func onlyANarrowPictureIsDrawnAgainWhereCursesWritesBesideIt() {
        let (wide, narrow) = (SixelCellsTests.picture(1, 6, 3), SixelCellsTests.picture(2, 5, 3))
        let rows = SixelCellsTests.rows([
            Placed(picture: wide, column: 2, row: 1), Placed(picture: narrow, column: 10, row: 1),
        ])
        let layout = SixelLayout(rows, width: 24, cell: SixelCellsTests.cell)
        var cells = SixelCells()
        let first = cells.plan(for: layout) { _ in true }
        #expect(first.drawings.count == 2)
        cells.write(row: 2, 0..<24)
        let again = cells.plan(for: layout) { _ in true }
        #expect(again.drawings.map(\.position) == [Point(column: 10, row: 1)])
        #expect(again.redrawn.isEmpty)
    }

    @Test func onlyThePartInViewIsDrawn() {
        let picture = SixelCellsTests.picture(2, 4, 3)
        let rows = SixelCellsTests.rows(
            [Placed(picture: picture, column: 5, row: 10), Placed(picture: picture, column: 12, row: 0)],
            dialog: Rectangle(column: 12, row: 0, width: 2, height: 2))
        var cells = SixelCells()
        let plan = cells.plan(for: SixelLayout(rows, width: 24, cell: SixelCellsTests.cell)) { _ in true }
        #expect(
            Set(plan.drawings.map(\.piece.part)) == [
                Rectangle(column: 0, row: 0, width: 4, height: 2), Rectangle(column: 2, row: 0, width: 2, height: 2),
                Rectangle(column: 0, row: 2, width: 4, height: 1),
            ])
    }

    @Test func aPictureOfAnotherFontIsNotDrawn() {
        let rows = SixelCellsTests.rows([Placed(picture: SixelCellsTests.picture(1, 4, 2), column: 0, row: 0)])
        let other = CellPixels(width: 9, height: 18) ?? .standard
        #expect(SixelLayout(rows, width: 24, cell: other).placements.isEmpty)
    }
}
