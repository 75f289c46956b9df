import TestPeers
import Testing

@testable import ShopApp

@Suite struct PieChartTests {
    private func pie(_ counts: Int...) -> PieChart {
        PieChart(slices: zip(counts, PieChart.Pattern.allCases).map { PieChart.Slice(count: $0, pattern: $1) })
    }

    private func picture(_ pie: PieChart, rows: Int) -> String {
        pie.cells(rows: rows).map { row in
            var line = String(row.map(\.character))
            while line.last == " " { line.removeLast() }
            return line
        }.joined(separator: "\n")
    }

    @Test(arguments: [
        ([5, 3, 4], [42, 25, 33]), ([1, 1, 1], [34, 33, 33]), ([2, 2, 2], [34, 33, 33]), ([0, 0, 7], [0, 0, 100]),
        ([1, 999, 0], [0, 100, 0]), ([1, 199, 0], [1, 99, 0]), ([0, 0, 0], [0, 0, 0]), ([], []),
        ([-3, 1, 1], [0, 50, 50]),
    ]) func sharesAreWholePercents(counts: [Int], percents: [Int]) {
        #expect(PieChart.percents(of: counts) == percents)
    }

    @Test func sharesSumToAHundredWhateverWasBought() {
        var random = SeededGenerator(seed: 5)
        for _ in 0..<2_000 {
            let counts = (0..<Int.random(in: 1...6, using: &random)).map { _ in
                Int.random(in: 0...Int.random(in: 1...1_000_000_000, using: &random), using: &random)
            }
            let percents = PieChart.percents(of: counts)
            let total = counts.reduce(0, +)
            #expect(percents.reduce(0, +) == (total > 0 ? 100 : 0), "\(counts)")
            for (count, percent) in zip(counts, percents) where total > 0 {
                #expect(abs(Double(count) / Double(total) * 100 - Double(percent)) < 1, "\(counts)")
            }
        }
    }

    @Test func aKnownHistoryIsDrawnInPatterns() {
        #expect(
            picture(pie(5, 3, 4), rows: 6) == """
                  ⠠⠠⠠⠡⣿⣷⣶⣄
                ⠠⠠⠡⠡⠡⠡⣿⣿⣿⣿⣷⡄
                ⠠⠡⠡⠡⠡⠡⣿⣿⣿⣿⣿⣷
                ⠡⠡⠡⠡⠥⠭⠽⣿⣿⣿⣿⡿
                 ⠥⠭⠭⠭⠭⠭⠽⣿⣿⡿⠃
                  ⠉⠭⠭⠭⠭⠭⠽⠋
                """)
    }

    @Test func aSmallOneIsRoundToo() {
        #expect(
            picture(pie(5, 3, 4), rows: 4) == """
                 ⠠⠠⠡⣿⣷⣦⡀
                ⠠⠡⠡⠡⣿⣿⣿⣷
                ⠡⠡⠥⠭⠽⣿⣿⡿
                ⠈⠩⠭⠭⠭⠽⠟⠁
                """)
    }

    @Test func whereNothingWasBoughtTheCircleStandsAlone() {
        #expect(
            picture(pie(), rows: 5) == """
                 ⣠⠔⠊⠉⠉⠑⠢⣄
                ⡰⠁      ⠈⢆
                ⡇        ⢸
                ⠱⡀      ⢀⠎
                 ⠙⠢⢄⣀⣀⡠⠔⠋
                """)
        #expect(picture(pie(0, 0, 0), rows: 5) == picture(pie(), rows: 5))
    }

    @Test(arguments: 1...14) func onlyOneKindIsAWholeDisc(rows: Int) {
        let cells = pie(0, 0, 9).cells(rows: rows)
        #expect(cells.count == rows)
        #expect(cells.allSatisfy { $0.count == rows * 2 })
        #expect(Set(cells.joined().compactMap(\.slice)) == [2])
    }

    @Test(arguments: [4, 7, 10, 14]) func areasAreAsTheCounts(rows: Int) {
        let slices = pie(5, 3, 4).cells(rows: rows).joined().compactMap(\.slice)
        for (slice, count) in [5, 3, 4].enumerated() {
            let part = Double(slices.count { $0 == slice }) / Double(slices.count)
            #expect(abs(part - Double(count) / 12) < 0.06, "slice \(slice) of \(rows) rows is \(part)")
        }
    }

    @Test(arguments: [4, 7, 14]) func itIsAsWideAsItIsHigh(rows: Int) {
        // A cell is twice as high as wide, so the chart is symmetric in both directions.
        let cells = pie(1).cells(rows: rows)
        for row in 0..<rows {
            #expect(cells[row].map { $0.slice == nil } == cells[row].map { $0.slice == nil }.reversed())
            #expect(cells[row].map { $0.slice == nil } == cells[rows - 1 - row].map { $0.slice == nil })
        }
        #expect(cells[rows / 2].allSatisfy { $0.slice == 0 })
        #expect(cells.allSatisfy { $0[rows].slice == 0 })
    }

    @Test func patternsAreToldApartWithoutColours() {
        #expect(Set(PieChart.Pattern.allCases.map { $0.sample(1) }).count == PieChart.Pattern.allCases.count)
    }
}
