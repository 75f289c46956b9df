import Canvas
import Testing

struct ListColumnsTests {
    @Test func aListFlowsFromOneColumnIntoTheNext() {
        let list = ListGeometry(rowCounts: [10], headerHeight: 2, rowHeight: 3)
        // The first column has the header and three rows. The header above the fourth has a blank line below it, too.
        #expect(list.columns(2, height: 11, from: 0) == [0..<11, 9..<20])
        #expect(list.columns(1, height: 11, from: 0) == [0..<11])
    }

    @Test func aRowThatHasNotEnoughLinesIsWholeInTheNextColumn() {
        let list = ListGeometry(rowCounts: [10], headerHeight: 2, rowHeight: 3)
        #expect(list.columns(2, height: 12, from: 0) == [0..<11, 9..<21])
        // Only its blank line is missing.
        #expect(list.columns(2, height: 13, from: 0) == [0..<13, 12..<25])
    }

    @Test func aHeaderStaysWithItsFirstRow() {
        let list = ListGeometry(rowCounts: [2, 10], headerHeight: 2, rowHeight: 3, gap: 1)
        for height in 10...12 { #expect(list.columns(2, height: height, from: 0)[1].lowerBound == 9) }
        #expect(list.columns(2, height: 9, from: 0) == [0..<9, 9..<18])
    }

    @Test func whatEndsInTheFirstColumnLeavesTheSecondEmpty() {
        let list = ListGeometry(rowCounts: [2], headerHeight: 1, rowHeight: 1)
        #expect(list.columns(2, height: 20, from: 0) == [0..<3, 3..<3])
        let empty = ListGeometry(rowCounts: [], headerHeight: 1, rowHeight: 1)
        #expect(empty.columns(2, height: 20, from: 0) == [0..<0, 0..<0])
    }

    /// Shapes of lists, from rows of one line to rows with large pictures.
    static let shapes = [(1, 1, 0), (1, 2, 0), (2, 3, 0), (2, 5, 0), (2, 1, 1), (1, 1, 1), (2, 4, 0)]

    @Test(arguments: shapes) func everyRowIsWholeInExactlyOneColumn(_ header: Int, _ row: Int, _ gap: Int) {
        for counts in [[40], [1, 1, 1, 30], [3, 9, 2, 17], [7, 7, 7, 7]] {
            for folded in [[], Set([1])] where counts.count > 1 || folded.isEmpty {
                let list = ListGeometry(
                    rowCounts: counts, headerHeight: header, rowHeight: row, gap: gap, folded: folded)
                for height in 16...24 {
                    for top in 0..<list.lineCount { check(list, height, top) }
                }
            }
        }
    }

    private func check(_ list: ListGeometry, _ height: Int, _ top: Int) {
        let columns = list.columns(2, height: height, from: top)
        let least = ListGeometry.linesInColumns(
            2, height: height, headerHeight: list.headerHeight, rowHeight: list.rowHeight)
        #expect(columns[0].count <= height && columns[1].count <= height)
        #expect(columns[1].upperBound >= min(top + least, list.lineCount))
        for section in list.rowCounts.indices where !list.isFolded(section) {
            for row in 0..<list.rowCounts[section] {
                let line = list.line(of: ListPosition(section: section, row: row))
                let text = line..<line + list.textHeight
                guard line > top, text.upperBound <= columns[1].upperBound else { continue }
                // The header covers the first line of a column.
                let places = columns.filter { $0.lowerBound < text.lowerBound && text.upperBound <= $0.upperBound }
                #expect(places.count == 1, "section \(section), row \(row), height \(height), top \(top)")
            }
        }
    }
}
