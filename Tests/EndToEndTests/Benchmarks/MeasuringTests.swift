import Glibc
import TerminalProbe
import Testing

@testable import banchan_benchmark

@Suite struct MeasuringTests {
    private var plan: MeasuringPlan {
        MeasuringPlan(columns: 40, lines: 5, starts: 1, keys: 4, burst: 20, idleSeconds: 0)
    }

    /// Echoes every byte, and ends on Ctrl-C.
    private var echo: Subject {
        Subject(
            name: "echo", path: "/bin/sh", arguments: ["-c", "stty raw -echo isig; printf ready; exec cat"],
            ready: .text("ready"), arrived: .text(String(repeating: "x", count: 20)),
            keys: SubjectKeys(forth: "x", back: "y", home: .enter, quit: .control("c"), reload: "r"))
    }

    @Test func bytesAreCountedAndTheEndIsSeen() async {
        var rows = echo
        rows.rows = 20
        let figures = await Series(subject: rows, plan: plan).measure()
        #expect(figures.problems.isEmpty, "\(figures.problems)")
        #expect(figures.firstFrames.allSatisfy { $0 > 0 })
        for keys in [figures.moving, figures.scrolling] {
            #expect(keys?.bytesPerKey == 1)
            #expect(keys?.times.count == 4)
        }
        #expect(figures.reloads?.bytesPerKey == 1)
        #expect(figures.burstTime ?? 0 > 0)
    }

    @Test func aStepThatCannotBeMeasuredSaysWhyAndTheOthersGoOn() async {
        var shy = echo
        (shy.hasSelection, shy.arrived) = (false, nil)
        shy.keys.reload = nil
        let figures = await Series(subject: shy, plan: plan).measure()
        #expect(figures.problems.keys.sorted() == ["keys at rest", "keys that scroll", "reload"])
        #expect(figures.problems["keys at rest"] == "it selects no row")
        #expect(figures.burstTime ?? 0 > 0)
    }

    @Test func theSelectedRowIsTheOneInReverse() {
        let screen = TerminalEmulator(columns: 40, rows: 3)
        screen.feed(Array("first\r\n\u{1b}[7m된장찌개  9,000원\u{1b}[0m\r\nlast".utf8))
        #expect(ScreenFact.selected("된장찌개").holds(on: screen))
        #expect(!ScreenFact.selected("first").holds(on: screen))
        #expect(ScreenFact.text("first").holds(on: screen))
    }

    @Test func aProgramThatEndsIsAnErrorThatShowsItsScreen() {
        let hello = Subject(name: "hello", path: "/bin/echo", arguments: ["hello"], ready: .text("never"))
        let error = #expect(throws: MeasuringProblem.self) { try Series(subject: hello, plan: plan).start() }
        #expect(error.map { "\($0)".contains("| hello") } == true)
    }

    @Test func theKernelTellsOfThisVeryProcess() {
        let figures = ProcessFigures(of: getpid())
        #expect(figures.proportionalSetSize > 0)
        #expect(figures.wakeUps(since: figures) == 0)
    }
}
