import Foundation
import Testing

@testable import banchan_benchmark

@Suite struct ReportTests {
    private func figures(burst: Double, wakeUps: Int? = nil) -> Figures {
        var figures = Figures()
        figures.burstTime = burst
        figures.idle = wakeUps.map { Figures.Idle(seconds: 1, wakeUps: $0, processorTime: 0, bytes: 0) }
        return figures
    }

    private func lines(_ report: Report) -> [String] {
        report.text.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
    }

    @Test func aRatioIsTakenWithinEachRound() {
        // The machine was half as fast in the second round, for both.
        let report = Report(
            title: "25 rows",
            columns: [
                Report.Column(name: "ours", rounds: [figures(burst: 10), figures(burst: 20), figures(burst: 12)]),
                Report.Column(name: "floor", rounds: [figures(burst: 20), figures(burst: 40), figures(burst: 20)]),
            ])
        #expect(lines(report).contains("keys at once, ms 12.0 20.0 0.50 <= 10"))
    }

    @Test func whatWasNotMeasuredIsLeftOut() {
        let report = Report(title: "alone", columns: [Report.Column(name: "less", rounds: [figures(burst: 3)])])
        #expect(lines(report)[0] == "alone less budget")
        #expect(!report.text.contains("first frame"))
        #expect(!report.text.contains("ratio"))
    }

    @Test func noRatioToNothing() {
        let idle = [figures(burst: 1, wakeUps: 0)]
        let report = Report(
            title: "", columns: [Report.Column(name: "a", rounds: idle), Report.Column(name: "b", rounds: idle)])
        #expect(lines(report).contains("idle: wake-ups 0 0 - 0"))
    }

    @Test func columnsStandInLineAlsoInHangul() {
        let table = TextTable(rows: [["반찬", "1"], ["a", "100"]])
        #expect(table.text == "반찬    1\na     100")
    }

    @Test func allFiguresComeBackFromJSON() throws {
        let report = Report(title: "25 rows", columns: [Report.Column(name: "ours", rounds: [figures(burst: 10)])])
        let back = try JSONDecoder().decode([Report].self, from: Data([report].json.utf8))
        #expect(back.first?.columns.first?.rounds.first?.burstTime == 10)
    }
}
