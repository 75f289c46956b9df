import Canvas
import Testing

struct CellPictureTests {
    private func picture(_ text: String, width: Int, _ color: CellColor = .indexed(20)) -> CellPicture {
        let cells = text.unicodeScalars.map { PictureCell($0, color, .standard) }
        return CellPicture(size: Size(width: width, height: cells.count / width), cells: cells)
    }

    @Test func cellsThatLookAlikeAreOneRun() {
        let cells = [("▀", 1), ("▄", 1), ("█", 2), (" ", 1)].map { text, color in
            PictureCell(Unicode.Scalar(text)!, .indexed(UInt8(color)), .standard)
        }
        let runs = CellPicture(size: Size(width: 4, height: 1), cells: cells).runs(ofRow: 0)
        #expect(runs.map(\.text) == ["▀▄", "█", " "])
        #expect(runs.map(\.column) == [0, 2, 3])
        #expect(runs.map(\.columns) == [2, 1, 1])
    }

    @Test func picturesAreComparedByWhatTheyShow() {
        #expect(picture("▀▄██", width: 2) == picture("▀▄██", width: 2))
        #expect(picture("▀▄██", width: 2) != picture("▀▄██", width: 4))
        #expect(picture("▀▄██", width: 2) != picture("▀▄██", width: 2, .indexed(21)))
        #expect(picture("▀▄██", width: 2) != picture("▀▄█▀", width: 2))
    }

    @Test func rowsOutsideAreEmpty() {
        let small = picture("▀▄", width: 2)
        #expect(small.runs(ofRow: -1).isEmpty)
        #expect(small.runs(ofRow: 1).isEmpty)
        #expect(CellPicture(size: Size(width: 3, height: 2), cells: []).runs(ofRow: 1).isEmpty)
    }

    @Test func aLineHoldsAPictureBesideText() {
        var builder = LineBuilder(width: 12, margin: 1)
        let isPlaced = builder.picture(picture("▀▄██", width: 2), row: 1, gap: 1)
        builder.left("김치찌개")
        #expect(isPlaced)
        let panel = Panel(
            region: Region("row"), origin: Point(column: 0, row: 0), width: 12, lines: [builder.line])
        #expect(Frame(size: Size(width: 12, height: 1), panels: [panel]).picture == " ██ 김치..")
    }

    @Test func aPictureThatDoesNotFitIsLeftOut() {
        var builder = LineBuilder(width: 3)
        let isPlaced = builder.picture(picture("▀▄██", width: 4), row: 0)
        #expect(!isPlaced)
        #expect(builder.room == 3)
        #expect(builder.line.pictures.isEmpty)
    }

    @Test func aSelectedLineKeepsItsPicture() {
        var builder = LineBuilder(width: 8)
        builder.picture(picture("▀▄", width: 2), row: 0)
        builder.left("밥")
        let selected = builder.line.uniform(.selected)
        #expect(selected.pictures == builder.line.pictures)
        #expect(selected.spans.allSatisfy { $0.style == .selected })
    }

    @Test func anotherPictureIsAnotherLineToTheCompositor() {
        var compositor = Compositor()
        func frame(_ shown: CellPicture) -> Frame {
            let lines = (0..<2).map { Line(pictures: [PictureSlice(column: 0, picture: shown, row: $0)]) }
            let panel = Panel(region: Region("p"), origin: Point(column: 0, row: 1), width: 4, lines: lines)
            return Frame(size: Size(width: 4, height: 4), panels: [panel])
        }
        let first = compositor.plan(for: frame(picture("▀▄██", width: 2)))
        let same = compositor.plan(for: frame(picture("▀▄██", width: 2)))
        let other = compositor.plan(for: frame(picture("▀▄▀█", width: 2)))
        #expect(first.rows.count == 4)
        #expect(same.rows.isEmpty)
        #expect(other.rows.map(\.row) == [1, 2])
    }
}
