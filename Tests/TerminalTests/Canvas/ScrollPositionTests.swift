import Canvas
import Testing

struct ScrollPositionTests {
    private func top(after moves: [ListCursor.Move], from top: Int = 0, lines: Int = 100) -> Int {
        var position = ScrollPosition(top: top)
        for move in moves { position.move(move, lines: lines, height: 20, page: 19, sections: [5, 50]) }
        return position.top
    }

    @Test func itGoesByLinesPagesAndSectionsAndStopsAtBothEnds() {
        #expect(top(after: [.rows(3), .rows(-1)]) == 2)
        #expect(top(after: [.rows(-1)]) == 0)
        #expect(top(after: [.pages(2), .halfPages(-1)]) == 29)
        #expect(top(after: [.last]) == 80)
        #expect(top(after: [.last, .pages(1)]) == 80)
        #expect(top(after: [.last, .first]) == 0)
        #expect(top(after: [.nextSection, .nextSection]) == 50)
        #expect(top(after: [.nextSection, .rows(1), .previousSection]) == 5)
        #expect(top(after: [.last, .nextSection]) == 80)
        #expect(top(after: [.rows(2), .previousSection]) == 0)
    }

    @Test func whatFitsIsNotScrolled() {
        #expect(top(after: [.last, .pages(3)], lines: 20) == 0)
        #expect(top(after: [.rows(0)], from: 70, lines: 30) == 10)
    }
}
