import Canvas
import TestPeers
import Testing

@testable import Pictures

@Suite struct ColorArrangementTests {
    @Test func aHalfIsShownAsTheOtherHalfWhereItsColoursThenStay() {
        let row = [cell("▀", 1, 2), cell("▀", 2, 1), cell("▅", 2, 1), cell("▐", 1, 2)]
        #expect(
            ColorArrangement.arrange(row[...])
                == [cell("▄", 2, 1), cell("▀", 2, 1), cell("▅", 2, 1), cell("▌", 2, 1)])
    }

    @Test func aBlankTakesTheColourOfCharactersFromItsNeighbour() {
        let row = [cell("▅", 1, 2), cell(" ", 7, 2), cell("█", 2, 9), cell("▂", 2, 2), cell("▅", 1, 2)]
        let arranged = ColorArrangement.arrange(row[...])
        #expect(arranged.map(\.foreground) == Array(repeating: .indexed(1), count: 5))
        #expect(arranged.map(\.background) == Array(repeating: .indexed(2), count: 5))
        #expect(arranged.map(\.character) == ["▅", " ", " ", " ", "▅"])
    }

    @Test func theTerminalsOwnColoursStayWhereTheyAre() {
        let row = [
            PictureCell("▀", .standard, .indexed(1)), PictureCell("▄", .indexed(1), .standard),
            PictureCell("█", .standard, .indexed(1)),
        ]
        #expect(ColorArrangement.arrange(row[...]) == row)
    }

    @Test(arguments: 0..<200 as Range<UInt64>) func whateverARowShowsItShowsWithNoMoreChanges(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let characters = Array(" █▀▄▌▐▘▟▝▜▖▙▗▛▚▞▔▇▕▉▁▂▃▅▆▏▎▍▋▊".unicodeScalars)
        let row = (0..<Int.random(in: 1...30, using: &random)).map { _ in
            PictureCell(
                characters.randomElement(using: &random)!, .indexed(.random(in: 0...3, using: &random)),
                .indexed(.random(in: 0...3, using: &random)))
        }
        let arranged = ColorArrangement.arrange(row[...])
        #expect(arranged.map(quarters) == row.map(quarters))
        #expect(bytes(arranged) <= bytes(row))
    }

    private func cell(_ character: Unicode.Scalar, _ foreground: UInt8, _ background: UInt8) -> PictureCell {
        PictureCell(character, .indexed(foreground), .indexed(background))
    }

    /// Returns what a cell looks like: the shape, followed by its two colours. Characters that draw the complement of a
    /// shape are converted to it with the colours exchanged.
    private func quarters(_ cell: PictureCell) -> [String] {
        let halves: [Unicode.Scalar: Unicode.Scalar] = [
            "▄": "▀", "▐": "▌", "▟": "▘", "▜": "▝", "▙": "▖", "▛": "▗", "▞": "▚", "▇": "▔", "▉": "▕", "█": " ",
        ]
        if cell.character == " " || cell.foreground == cell.background { return ["\(cell.background)"] }
        if cell.character == "█" { return ["\(cell.foreground)"] }
        if let other = halves[cell.character] { return ["\(other)", "\(cell.background)", "\(cell.foreground)"] }
        return ["\(cell.character)", "\(cell.foreground)", "\(cell.background)"]
    }

    private func bytes(_ row: [PictureCell]) -> Int {
        zip(row, row.dropFirst()).map { left, right in
            let changes = (left.foreground == right.foreground ? 0 : 1) + (left.background == right.background ? 0 : 1)
            return changes == 0 ? 0 : 3 + 8 * changes
        }.reduce(0, +)
    }
}
