import Foundation
import TerminalProbe
import Testing

@testable import banchan_benchmark

@Suite struct InstructionTests {
    private func comparison(_ figure: Int, _ now: Int) -> InstructionComparison {
        InstructionComparison(
            figures: [InstructionCount(step: "start", instructions: figure)],
            counts: [InstructionCount(step: "start", instructions: now)])
    }

    @Test(arguments: [
        (1_000, InstructionComparison.Verdict.within), (1_029, .within), (1_031, .over), (971, .within), (969, .under),
    ])
    func threePercentMoreOrLessIsNoNews(_ now: Int, _ verdict: InstructionComparison.Verdict) {
        let comparison = comparison(1_000, now)
        #expect(comparison.counts.map { comparison.verdict(on: $0) } == [verdict])
        #expect(comparison.isOver == (verdict == .over))
    }

    @Test func theTableSaysWhatIsToBeDone() {
        #expect(comparison(1_000, 1_100).text.contains("| +10.0 % | over |\n\nMore instructions than before"))
        #expect(comparison(1_000, 900).text.contains("| -10.0 % | under |\n\nWrite the figures anew with --write"))
        #expect(comparison(1_000, 1_000).text.split(separator: "\n").count == 3)
    }

    @Test func aStepWithoutFigureIsNew() {
        let comparison = InstructionComparison(figures: [], counts: [InstructionCount(step: "a", instructions: 1)])
        #expect(comparison.verdict(on: comparison.counts[0]) == .new)
        #expect(!comparison.isOver)
    }

    @Test func figuresAreReadAsTheyWereWritten() throws {
        let scratch = try Scratch()
        let file = scratch.url.appending(path: "figures.json")
        let counts = [
            InstructionCount(step: "start", instructions: 12), InstructionCount(step: "toast", instructions: 3),
        ]
        try counts.write(to: file)
        #expect(try [InstructionCount](from: file) == counts)
    }

    @Test func theTotalOfAFileIsWhatItSaysLast() {
        #expect(CountedProgram.total(in: "events: Ir\nfn=(1) main\n1 5\ntotals: 419139147\n") == 419_139_147)
        #expect(CountedProgram.total(in: "events: Ir\n") == nil)
    }

    @Test(.enabled(if: CountedProgram.missingTool == nil), .timeLimit(.minutes(5)))
    func stepsOfAProgramAreCountedApart() throws {
        let scratch = try Scratch()
        let plan = MeasuringPlan(columns: 40, lines: 5)
        // Does an amount of work proportional to the number on each input line.
        let shell = Subject(
            name: "shell", path: "/bin/sh",
            arguments: [
                "-c",
                "echo ready; while read n; do left=$n; while [ $left -gt 0 ]; do left=$((left - 1)); done; echo did $n; done",
            ], ready: .text("ready"))
        let program = try CountedProgram(shell, plan: plan, directory: scratch.url)
        try program.wait(for: shell.ready, quiet: 200, within: plan.timeout)
        #expect(try program.takeCount() > 0)
        func count(_ number: Int) throws -> Int {
            try program.press([.text("\(number)"), .enter])
            try program.wait(for: .text("did \(number)"), quiet: 10, within: plan.timeout)
            return try program.takeCount()
        }
        let few = try count(10)
        #expect(try count(9_999) > 10 * few)
    }
}
