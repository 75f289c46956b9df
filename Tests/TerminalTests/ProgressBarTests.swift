import Terminal
import TerminalText
import Testing

@Suite struct ProgressBarTests {
    private func bar(_ title: String = "Importing contacts", _ fraction: Double? = 0.25) -> ProgressBar {
        ProgressBar(title: title, fraction: fraction, count: "1,234/5,000", time: "3 s left")
    }

    @Test func allOfItStandsWhereThereIsRoom() {
        #expect(
            bar().text(columns: 79)
                == "Importing contacts  ━━━━━━━━━────────────────────────────  1,234/5,000  3 s left"
                .replacing("━━━━━━━━━────────────────────────────", with: bars(9, 27)))
    }

    @Test(arguments: [
        (45, "Importing contacts  \(bars(3, 9))  1,234/5,000"), (32, "Importing contacts  1,234/5,000"),
        (20, "Impor..  1,234/5,000"), (12, "1,234/5,000"), (5, "1,2.."),
    ])
    func narrowTerminalsLoseTheTimeThenTheBarThenTheTitle(_ columns: Int, _ text: String) {
        #expect(bar().text(columns: columns) == text)
    }

    @Test func koreanIsMeasuredInColumns() {
        let bar = bar("연락처 가져오는 중")
        #expect(bar.text(columns: 20) == "연락..  1,234/5,000")
        #expect(bar.text(columns: 60).columns == 60)
    }

    @Test func workWithoutAKnownEndHasNoBar() {
        let bar = ProgressBar(title: "가게에 묻는 중", fraction: nil, count: "", time: "3초")
        #expect(bar.text(columns: 60) == "가게에 묻는 중  3초")
    }

    @Test(arguments: 0..<120) func noLineIsWiderThanTheTerminal(_ columns: Int) {
        for title in ["연락처 가져오는 중", "Importing contacts", "", "가"] {
            for fraction in [nil, -1, 0, 0.5, 1, 7] as [Double?] {
                #expect(bar(title, fraction).text(columns: columns).columns <= columns)
            }
        }
    }

    @Test func aBarIsFullAtTheEndAndNoSooner() {
        func done(_ fraction: Double) -> Int {
            bar("x", fraction).parts(columns: 60).filter { $0.style == .done }.map(\.text.count).reduce(0, +)
        }
        let whole = bar("x", 1).parts(columns: 60).filter { $0.style == .toDo }
        #expect(whole.isEmpty)
        #expect(done(0.999) < done(1))
        #expect(done(0) == 0)
    }
}

@Suite struct ProgressEstimateTests {
    private let words = ProgressTexts.english("Work")

    @Test(arguments: [
        (250, 0.5, ""), (1_000, 0.5, "1 s left"), (10_000, 0.25, "30 s left"), (60_000, 0.1, "9 min left"),
        (3_600_000, 0.2, "4 h left"), (5_000, 0.01, ""), (5_000, 1, ""),
    ])
    func theTimeLeftIsToldOnceItCanBe(_ milliseconds: Int, _ fraction: Double, _ text: String) {
        let bar = ProgressEstimate(fraction: fraction).bar(words, after: .milliseconds(milliseconds))
        #expect(bar.time == text)
    }

    @Test func whatIsCountedSaysHowMuchIsDone() {
        let bar = ProgressEstimate(count: 1_500, total: 6_000).bar(words, after: .seconds(2))
        #expect(bar.fraction == 0.25)
        #expect(bar.count == "1,500/6,000")
        #expect(bar.time == "6 s left")
    }

    @Test func workOfUnknownLengthTellsHowLongItHasTaken() {
        let bar = ProgressEstimate(count: 12).bar(.korean("일하는 중"), after: .milliseconds(2_400))
        #expect(bar.fraction == nil)
        #expect(bar.count == "12")
        #expect(bar.time == "3초")
    }
}

private func bars(_ done: Int, _ toDo: Int) -> String {
    String(repeating: "━", count: done) + String(repeating: "─", count: toDo)
}
