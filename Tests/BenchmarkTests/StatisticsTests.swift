import Testing

@testable import banchan_benchmark

@Suite struct StatisticsTests {
    @Test func theMedianIsTheMiddleOrBetweenTheTwoInTheMiddle() {
        #expect(Statistics.median([]) == nil)
        #expect(Statistics.median([3]) == 3)
        #expect(Statistics.median([9, 1, 2]) == 2)
        #expect(Statistics.median([4, 1, 2, 9]) == 3)
    }

    @Test func aPercentileLiesBetweenItsNeighboursByProportion() {
        let values = (0...100).map(Double.init).shuffled()
        #expect(Statistics.percentile(95, of: values) == 95)
        #expect(Statistics.percentile(95, of: [0, 10]) == 9.5)
        #expect(Statistics.percentile(100, of: values) == 100)
    }
}
