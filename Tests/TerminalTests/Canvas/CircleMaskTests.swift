import Canvas
import Testing

struct CircleMaskTests {
    private func drawn(_ width: Int, _ height: Int) -> String {
        let mask = CircleMask(Size(width: width, height: height))
        return (0..<height).map { row in
            String((0..<width).map { mask.contains(column: $0, row: row) ? "#" : "." })
        }.joined(separator: "\n")
    }

    @Test func aRowsAvatarIsRound() {
        #expect(drawn(6, 3) == ".####.\n######\n.####.")
        #expect(drawn(8, 4) == ".######.\n########\n########\n.######.")
    }

    @Test func aFormsAvatarIsRound() {
        #expect(
            drawn(12, 6) == """
                ...######...
                .##########.
                ############
                ############
                .##########.
                ...######...
                """)
    }

    @Test func whereThereIsNoRoomThereIsNoCircle() {
        #expect(drawn(1, 1) == "#")
        #expect(drawn(2, 1) == "##")
        #expect(drawn(0, 3) == "\n\n")
        let none = CircleMask(Size(width: -1, height: -1))
        #expect(none.columns(ofRow: 0) == 0..<0)
        #expect(!none.contains(column: 0, row: 0))
    }

    /// Checks every cell against the definition.
    @Test func aCellBelongsToTheCircleIfItsCentreDoes() {
        for (width, height) in [(6, 3), (8, 4), (12, 6), (16, 8), (7, 3), (40, 20), (5, 9)] {
            let mask = CircleMask(Size(width: width, height: height))
            for row in -1...height {
                for column in -1...width {
                    let x = (2 * Double(column) + 1) / Double(width) - 1
                    let y = (2 * Double(row) + 1) / Double(height) - 1
                    let isThere = (0..<width).contains(column) && (0..<height).contains(row)
                    #expect(mask.contains(column: column, row: row) == (isThere && x * x + y * y <= 1 + 1e-12))
                }
            }
        }
    }

    private let red = PictureCell("x", .indexed(1), .indexed(2))

    @Test(arguments: [Size(width: 6, height: 3), Size(width: 8, height: 4), Size(width: 12, height: 6)])
    func noCellOfAPictureIsOutsideItsCircle(_ size: Size) {
        let whole = CellPicture(
            size: size, cells: Array(repeating: red, count: size.width * size.height))
        let round = whole.inCircle(size, disc: .indexed(7))
        let mask = CircleMask(size)
        for row in 0..<size.height {
            for (column, cell) in round.cells(ofRow: row).enumerated() {
                #expect(cell == (mask.contains(column: column, row: row) ? red : nil))
            }
        }
    }

    @Test func aPictureLargerOrSmallerThanItsCircleStaysInItsMiddle() {
        let size = Size(width: 6, height: 3)
        let small = CellPicture(size: Size(width: 2, height: 1), cells: [red, red]).inCircle(size, disc: .indexed(7))
        let disc = PictureCell(" ", .indexed(7), .indexed(7))
        #expect(small.cells(ofRow: 0) == [nil, disc, disc, disc, disc, nil])
        #expect(small.cells(ofRow: 1) == [disc, disc, red, red, disc, disc])
        let large = CellPicture(
            size: Size(width: 20, height: 9), cells: Array(repeating: red, count: 180)
        ).inCircle(size, disc: .standard)
        #expect(large.cells(ofRow: 0) == [nil, red, red, red, red, nil])
    }

    @Test func transparentCellsShowTheDisc() {
        let ghost = CellPicture(
            size: Size(width: 2, height: 1),
            cells: [PictureCell("x", .standard, .indexed(1)), PictureCell("x", .indexed(1), .standard)])
        let cells = ghost.inCircle(Size(width: 2, height: 1), disc: .rgb(0xEEEEEE)).cells(ofRow: 0)
        #expect(
            cells == [
                PictureCell("x", .rgb(0xEEEEEE), .indexed(1)), PictureCell("x", .indexed(1), .rgb(0xEEEEEE)),
            ])
    }
}
