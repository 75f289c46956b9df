import Canvas
import Testing

struct ListGeometryTests {
    let geometry = ListGeometry(rowCounts: [2, 3], headerHeight: 2, rowHeight: 3)

    @Test func headersAndRowsStandBelowEachOther() {
        #expect(geometry.headerLine(of: 0) == 0)
        #expect(geometry.line(of: ListPosition(section: 0, row: 1)) == 5)
        #expect(geometry.headerLine(of: 1) == 8)
        #expect(geometry.line(of: ListPosition(section: 1, row: 2)) == 16)
        #expect(geometry.lineCount == 19)
        #expect(geometry.section(atLine: 7) == 0)
        #expect(geometry.section(atLine: 8) == 1)
    }

    @Test(arguments: [
        (0, 0, 1, 0, 1), (0, 1, 1, 1, 0), (1, 0, -1, 0, 1), (0, 0, -5, 0, 0), (1, 2, 9, 1, 2), (0, 0, 4, 1, 2),
    ])
    func movingCrossesSectionsAndStopsAtTheEnds(
        _ section: Int, _ row: Int, _ distance: Int, _ toSection: Int, _ toRow: Int
    ) {
        let moved = geometry.position(ListPosition(section: section, row: row), movedBy: distance)
        #expect(moved == ListPosition(section: toSection, row: toRow))
    }

    @Test func aMillionRowsAreFoundByArithmetic() {
        let large = ListGeometry(rowCounts: [400_000, 600_000], headerHeight: 2, rowHeight: 3)
        #expect(large.line(of: ListPosition(section: 1, row: 599_999)) == 2 + 1_200_000 + 2 + 599_999 * 3)
        #expect(
            large.position(ListPosition(section: 0, row: 0), movedBy: 999_999) == ListPosition(section: 1, row: 599_999)
        )
    }
}

struct ListCursorTests {
    let geometry = ListGeometry(rowCounts: [5, 5], headerHeight: 1, rowHeight: 1)
    let height = 4

    private func after(_ moves: ListCursor.Move...) -> ListCursor {
        var cursor = ListCursor()
        for move in moves { cursor.move(move, in: geometry, height: height) }
        return cursor
    }

    @Test func theListScrollsNoMoreThanItMust() {
        #expect(after(.rows(1)).top == 0)
        #expect(after(.rows(2)).top == 0)
        #expect(after(.rows(3)).top == 1)
        #expect(after(.last).top == geometry.lineCount - height)
        #expect(after(.last, .rows(-1)).top == geometry.lineCount - height)
    }

    @Test func aRowIsNeverHiddenBeneathTheStickyHeader() {
        var cursor = after(.last)
        for _ in 0..<9 {
            cursor.move(.rows(-1), in: geometry, height: height)
            #expect(geometry.line(of: cursor.selection) > cursor.top)
        }
        #expect(cursor == ListCursor())
    }

    @Test func theFirstRowOfASectionShowsItsHeader() {
        let cursor = after(.last, .previousSection)
        #expect(cursor.selection == ListPosition(section: 1, row: 0))
        #expect(cursor.top <= geometry.headerLine(of: 1))
    }

    @Test(arguments: [
        (ListCursor.Move.nextSection, 1, 0), (.pages(1), 0, 3), (.halfPages(1), 0, 1), (.last, 1, 4), (.first, 0, 0),
        (.previousSection, 0, 0), (.pages(9), 1, 4),
    ])
    func movesLandWhereTheyShould(_ move: ListCursor.Move, _ section: Int, _ row: Int) {
        #expect(after(move).selection == ListPosition(section: section, row: row))
    }

    @Test func theNextSectionOfTheLastOneIsItsEnd() {
        #expect(after(.last, .nextSection).selection == ListPosition(section: 1, row: 4))
    }

    @Test func aSelectionStaysOnItsLineWhenRowsAreInsertedAbove() {
        var cursor = after(.nextSection, .rows(2))
        let line = geometry.line(of: cursor.selection) - cursor.top
        let grown = ListGeometry(rowCounts: [50, 5], headerHeight: 1, rowHeight: 1)
        cursor.follow(to: cursor.selection, from: geometry, in: grown, height: height)
        #expect(grown.line(of: cursor.selection) - cursor.top == line)
    }

    @Test func whatIsAddedAboveTheFirstRowOfAListAtItsBeginningIsSeen() {
        var cursor = ListCursor()
        let grown = ListGeometry(rowCounts: [6, 5], headerHeight: 1, rowHeight: 1)
        cursor.follow(to: ListPosition(section: 0, row: 1), from: geometry, in: grown, height: height)
        #expect(cursor == ListCursor(selection: ListPosition(section: 0, row: 1), top: 0))
    }

    @Test func aListThatShrinksKeepsItsSelectionInside() {
        var cursor = after(.last)
        let shrunk = ListGeometry(rowCounts: [1, 1], headerHeight: 1, rowHeight: 1)
        cursor.follow(to: cursor.selection, from: geometry, in: shrunk, height: height)
        #expect(cursor == ListCursor(selection: ListPosition(section: 1, row: 0), top: 0))
    }

    @Test func aListWithoutSectionsHasNothingToMoveTo() {
        var cursor = ListCursor(selection: ListPosition(section: 3, row: 3), top: 9)
        let empty = ListGeometry(rowCounts: [], headerHeight: 1, rowHeight: 1)
        cursor.move(.rows(1), in: empty, height: height)
        cursor.reveal(in: empty, height: height)
        #expect(cursor == ListCursor())
    }
}

struct ListGapTests {
    private let geometry = ListGeometry(rowCounts: [2, 3], headerHeight: 2, rowHeight: 1, gap: 1)

    @Test func aGapFollowsEverySectionButTheLast() {
        #expect(geometry.lines(of: 0) == 0..<5)
        #expect(geometry.lines(of: 1) == 5..<10)
        #expect(geometry.lineCount == 10)
        #expect(geometry.section(atLine: 4) == 0)
    }

    @Test func theCursorMovesOverAGap() {
        #expect(
            geometry.position(ListPosition(section: 0, row: 1), movedBy: 1) == ListPosition(section: 1, row: 0))
        #expect(geometry.line(of: ListPosition(section: 1, row: 0)) == 7)
    }
}

struct ListScrollTests {
    private let geometry = ListGeometry(rowCounts: [5, 5], headerHeight: 1, rowHeight: 1)

    @Test func scrollingLeavesTheSelectionWhereItIsAsLongAsItIsInView() {
        var cursor = ListCursor(selection: ListPosition(section: 0, row: 3))
        cursor.scroll(by: 2, in: geometry, height: 4)
        #expect(cursor == ListCursor(selection: ListPosition(section: 0, row: 3), top: 2))
        cursor.scroll(by: 3, in: geometry, height: 4)
        #expect(cursor == ListCursor(selection: ListPosition(section: 1, row: 0), top: 5))
        cursor.scroll(by: -5, in: geometry, height: 4)
        #expect(cursor == ListCursor(selection: ListPosition(section: 0, row: 2), top: 0))
    }

    @Test func itEndsAtBothEndsAndTheSelectionIsAlwaysInView() {
        for height in 1...9 {
            var cursor = ListCursor()
            for lines in [1, 3, 3, -1, 50, -2, -3, 7, -50, 2] {
                cursor.scroll(by: lines, in: geometry, height: height)
                var revealed = cursor
                revealed.reveal(in: geometry, height: height)
                #expect(cursor == revealed)
                #expect((0...max(0, geometry.lineCount - height)).contains(cursor.top))
            }
        }
    }
}

struct FoldedListTests {
    private let geometry = ListGeometry(rowCounts: [5, 4, 3], headerHeight: 2, rowHeight: 3, gap: 1, folded: [0, 2])

    @Test func aFoldedSectionIsItsHeader() {
        #expect(geometry.lines(of: 0) == 0..<2)
        #expect(geometry.headerLine(of: 1) == 2)
        #expect(geometry.lines(of: 2) == 17..<19)
        #expect(geometry.lineCount == 19)
        #expect(geometry.line(of: ListPosition(section: 2, row: 0)) == 17)
    }

    @Test func movingStopsAtItsHeader() {
        let moved = (0...6).map { geometry.position(ListPosition(section: 0, row: 0), movedBy: $0) }
        #expect(moved.map(\.section) == [0, 1, 1, 1, 1, 2, 2])
        #expect(moved.map(\.row) == [0, 0, 1, 2, 3, 0, 0])
    }
}
