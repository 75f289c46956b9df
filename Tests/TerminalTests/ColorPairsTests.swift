import Testing

@testable import Terminal

struct ColorPairsTests {
    @Test func twoColoursHaveOneNumberAndTwoOthersAnother() {
        var pairs = ColorPairs(first: 16, end: 100)
        let first = pairs.pair(1, 2)
        let again = pairs.pair(1, 2)
        let swapped = pairs.pair(2, 1)
        #expect(first == ColorPairs.Pair(index: 16, isNew: true))
        #expect(again == ColorPairs.Pair(index: 16, isNew: false))
        #expect(swapped == ColorPairs.Pair(index: 17, isNew: true))
    }

    @Test func numbersStayBelowTheEndAndNoneIsGivenTwice() {
        var pairs = ColorPairs(first: 16, end: 20)
        let numbers = (0..<10).map { pairs.pair($0, -1)?.index }
        #expect(numbers == [16, 17, 18, 19, nil, nil, nil, nil, nil, nil])
    }

    @Test func whenHalfAreTakenAllAreForgotten() {
        var pairs = ColorPairs(first: 1, end: 11)
        for color: Int32 in 0..<5 { _ = pairs.pair(color, 0) }
        #expect(!pairs.isNearlyFull)
        _ = pairs.pair(5, 0)
        #expect(pairs.isNearlyFull)
        pairs.forgetAll()
        let next = pairs.pair(5, 0)
        #expect(!pairs.isNearlyFull)
        #expect(next == ColorPairs.Pair(index: 1, isNew: true))
    }

    @Test func aTerminalWithoutPairsGivesNone() {
        var pairs = ColorPairs(first: 16, end: 8)
        let pair = pairs.pair(1, 2)
        #expect(pair == nil)
        #expect(!pairs.isNearlyFull)
    }
}
