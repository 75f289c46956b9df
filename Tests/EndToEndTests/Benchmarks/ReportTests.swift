import Foundation
import TestSupport
import Testing

@testable import banchan_benchmark

@Suite struct ReportTests {
    private static let machine = MeasuringMachine(processor: "A processor", cores: 2, kernel: "6.1", memory: 2_048)

    private static func round(first: Double, keys: Double? = nil, problems: [String: String] = [:]) -> Figures {
        var figures = Figures(firstFrames: [first], problems: problems)
        figures.moving = keys.map { KeyFigures(times: [$0, $0, $0], bytes: 30, count: 3) }
        return figures
    }

    private static func program(_ name: String, note: String = "", _ rounds: [Figures]) -> Report.Program {
        Report.Program(name: name, version: "\(name) 1.0", note: note, rounds: rounds)
    }

    private static let report = Report(
        title: "100 rows", machine: machine, plan: MeasuringPlan(rounds: 3),
        programs: [
            program("banchan", [round(first: 10, keys: 0.5), round(first: 30, keys: 2), round(first: 12, keys: 0.5)]),
            // The machine was half as fast in the second round, for both.
            program("floor", [round(first: 5, keys: 0.5), round(first: 10, keys: 1), round(first: 6, keys: 0.5)]),
            program("less", note: "A pager.", [round(first: 2, problems: ["keys at rest": "it selects no row"])]),
            program("tig", [Figures(problems: ["start": "tig never showed its list"])]),
        ],
        missing: [.init(name: "newsboat", installation: "apt-get install newsboat")])

    private static func lines(_ text: String) -> [String] {
        text.split(separator: "\n").map { line in
            line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: "|")
        }
    }

    @Test func ratiosToTheCProgramAreTakenWithinEachRound() {
        let lines = ReportTests.lines(ReportTests.report.markdown)
        // The ratios of the rounds are 2, 3, 2 and 1, 2, 1: the median, and the quartiles in parentheses.
        #expect(lines.contains("first frame, ms|2.00 (2.00 - 2.50)|0.40 (0.40 - 0.40)|-|<= 3.5"), "\(lines)")
        #expect(lines.contains("key at rest, ms|1.00 (1.00 - 1.50)|-|-|<= 0.6"), "\(lines)")
    }

    @Test func mediansStandBesideTheirBudgets() {
        let lines = ReportTests.lines(ReportTests.report.markdown)
        #expect(lines.contains("first frame, ms|12.0|6.0|2.0|-|"), "\(lines)")
        #expect(lines.contains("key at rest, p95 ms|0.50|0.50|-|-|<= 1"), "\(lines)")
        #expect(!lines.contains { $0.hasPrefix("PSS") }, "nobody measured it")
    }

    @Test func whatWasNotMeasuredSaysWhyBelowTheTable() {
        let lines = ReportTests.lines(ReportTests.report.markdown)
        #expect(lines.contains("- less, keys at rest: not measured, because it selects no row"))
        #expect(lines.contains("- tig, start: not measured, because tig never showed its list"))
        #expect(ReportTests.report.hasProblems(with: "tig"))
        #expect(!ReportTests.report.hasProblems(with: "banchan"))
    }

    @Test func aReportNamesTheMachineAllVersionsAndWhatIsNotInstalled() {
        let lines = ReportTests.lines(ReportTests.report.markdown)
        #expect(lines.contains { $0.hasPrefix("A processor, 2 cores, 2.0 GiB, Linux 6.1. 3 rounds in turn") })
        #expect(lines.contains("- less: less 1.0. A pager."))
        #expect(lines.contains("- newsboat: not installed (apt-get install newsboat)"))
    }

    @Test func everythingComesBackFromJSON() throws {
        let back = try JSONDecoder().decode(Report.self, from: JSONEncoder().encode(ReportTests.report))
        #expect(back.programs.map(\.name) == ["banchan", "floor", "less", "tig"])
        #expect(back.markdown == ReportTests.report.markdown)
    }

    @Test func columnsStandInLineAlsoInHangul() {
        let table = TextTable(rows: [["반찬", "1"], ["a", "100"]])
        #expect(table.markdown == "| 반찬 |   1 |\n|------|----:|\n| a    | 100 |")
    }

    @Test func theVersionIsTheFirstLineWithADigit() {
        #expect(InstalledProgram.version(of: "/bin/echo", ["A list\nlist 4.2 (x)\nof 2026"]) == "list 4.2 (x)")
    }

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

/// The short form of `banchan-benchmark list` and `peers`, with the programs that are installed.
@Suite struct MeasuredProgramTests {
    /// The measurements that a program cannot take part in, by program name. A reload that writes nothing to the
    /// terminal cannot be timed.
    private static let unable = [
        "floor": ["reload"], "nnn": ["reload"], "less": ["keys at rest"], "mutt": ["reload"], "abook": ["reload"],
    ]

    /// The shop writes nothing either if an answer without changes arrives before the frame that would show the refetch.
    private static let sometimesUnable = ["banchan": ["reload"]]

    @Test func allThatAreInstalledAreMeasuredAndTheOthersAreNamed() async throws {
        let report = try await PeerComparison(plan: .short, rows: 100).run()
        #expect(report.programs.prefix(2).map(\.name) == ["banchan", "floor"])
        #expect(report.programs.count + report.missing.count == Peer.all.count + 2)
        for program in report.programs { try expectMeasured(program) }
    }

    @Test func whatOnlyTheShopDoesIsMeasuredToo() async throws {
        let menu = GeneratedMenu(count: 30, pictures: 30, maxFiles: 4)
        let contestants = ShopContestants(plan: .short, menu: menu, contacts: 100)
        let floor = try contestants.floor()
        let report = try await contestants.whileOpen { shop in
            try await Comparison(plan: .short).run([shop, floor], title: "30 rows")
        }
        for program in report.programs { try expectMeasured(program) }
        let round = try #require(report.programs.first?.rounds.first)
        #expect(round.bytesOfOneRow ?? 0 > 0)
        #expect(round.ownSections.count == 1)
        #expect(round.contactOpenings.count == 1)
        for keys in [round.whileHanging, round.whileLoading, round.letters, round.contactLetters] {
            #expect(keys?.times.isEmpty == false)
        }
    }

    private func expectMeasured(_ program: Report.Program) throws {
        let round = try #require(program.rounds.first)
        let problems = round.problems.keys.sorted()
        #expect(
            problems == MeasuredProgramTests.unable[program.name] ?? []
                || problems == MeasuredProgramTests.sometimesUnable[program.name],
            "\(program.name): \(round.problems)")
        #expect(round.firstFrames.count == 1, "\(program.name)")
        #expect(round.scrolling?.count == 6, "\(program.name)")
        #expect(round.burstTime ?? 0 > 0, "\(program.name)")
        #expect(round.memory ?? 0 > 0, "\(program.name)")
        #expect(program.version.contains(where: \.isNumber) || program.name == Report.floor)
    }
}
