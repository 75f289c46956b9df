import Foundation
import TestSupport
import Testing

@testable import banchan_benchmark

@Suite struct GrowthTests {
    private func table(_ figures: [(String, budget: Double?, [Double?])]) -> GrowthTable {
        GrowthTable(
            subject: "rows", sizes: [10, 100, 1_000],
            figures: figures.map { .init(name: $0, digits: 1, budget: $1, values: $2) })
    }

    @Test func whatIsFirstBeyondItsBudgetBendsFirst() {
        let bend = table([
            ("time", budget: 12, [5, 6, 30]), ("memory", budget: 40, [30, 41, 60]), ("bytes", budget: nil, [1, 1, 1]),
        ]).bend
        #expect(bend?.figure == "memory")
        #expect(bend?.size == 100)
        #expect(bend?.reason == .budget(40))
        #expect(bend?.text(of: "rows") == "What bends first is memory: 41.0 at 100 rows, where 40.0 is the budget.")
    }

    @Test func whatGrowsMoreThanInProportionBends() {
        let bend = table([("time", budget: nil, [1, 10, 100]), ("search", budget: nil, [1, 5, 100])]).bend
        #expect(bend?.figure == "search")
        #expect(bend?.reason == .growth(20, from: 100))
        #expect(
            bend?.text(of: "rows") == "What bends first is search: 100.0 at 1000 rows, 20.0 times as much as at 100."
        )
    }

    @Test func ofSeveralTheWorstBends() {
        let bend = table([("time", budget: 10, [5, 20, 30]), ("memory", budget: 10, [5, 40, 60])]).bend
        #expect(bend?.figure == "memory")
        #expect(bend?.excess == 4)
    }

    @Test func whatIsBeyondItsBudgetAtFirstDoesNotBendByThat() {
        let table = table([("time", budget: 10, [20, 21, 22]), ("memory", budget: 40, [1, 2, 50])])
        #expect(table.bend?.figure == "memory")
        #expect(table.bend?.size == 1_000)
        #expect(table.markdown.hasSuffix(" Beyond the budget at the first size already: time."))
    }

    @Test func whatWasNotMeasuredDoesNotBend() {
        let table = table([("time", budget: 10, [nil, nil, nil]), ("memory", budget: 40, [1, 2, 4])])
        #expect(table.bend == nil)
        #expect(
            table.markdown.hasSuffix(
                "Nothing bends. What grows most is memory, 4.0 times from the first size to the last."))
        #expect(table.markdown.contains("| 10     |     - |    1.0 |"))
        #expect(table.markdown.contains("| budget | <= 10 |  <= 40 |"))
    }

    @Test func nothingGrowsFromNothing() {
        let table = GrowthTable(
            subject: "pictures", sizes: [0, 20],
            figures: [.init(name: "memory", digits: 1, budget: nil, values: [1, 100])])
        #expect(table.bend == nil)
    }
}

/// The short form of `banchan-benchmark growth`.
@Suite struct MeasuredGrowthTests {
    @Test(arguments: GrowthSubject.allCases)
    func everySizeHasItsFigures(subject: GrowthSubject) async throws {
        let scratch = try Scratch()
        let tables = try await GrowthSeries(sizes: .short, place: scratch.url).measure(subject)
        #expect(tables.count == (subject == .orders ? 2 : 1))
        for table in tables {
            #expect(table.subject.hasPrefix(subject.rawValue))
            #expect(table.sizes.count == 2)
            for figure in table.figures {
                #expect(figure.values.allSatisfy { $0 ?? 0 > 0 }, "\(figure.name): \(figure.values)")
            }
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.url.path).isEmpty)
    }
}
