import Foundation
import TestSupport
import Testing

@testable import banchan_benchmark

@Suite struct PeersTests {
    private static let machine = MeasuringMachine(processor: "A processor", cores: 2, kernel: "6.1", memory: 2_048)

    private static func round(first: Double, keys: Double? = nil, problems: [String: String] = [:]) -> PeerFigures {
        var figures = PeerFigures(firstFrames: [first], problems: problems)
        figures.atRest = keys.map { KeyFigures(times: [$0, $0, $0], bytes: 30, count: 3) }
        return figures
    }

    private static func program(_ name: String, note: String = "", _ rounds: [PeerFigures]) -> PeersReport.Program {
        PeersReport.Program(name: name, version: "\(name) 1.0", note: note, rounds: rounds)
    }

    private static let report = PeersReport(
        machine: machine, plan: PeersPlan(rounds: 3),
        programs: [
            program("banchan", [round(first: 10, keys: 0.5), round(first: 30, keys: 2), round(first: 12, keys: 0.5)]),
            // The machine was half as fast in the second round, for both.
            program("floor", [round(first: 5, keys: 0.5), round(first: 10, keys: 1), round(first: 6, keys: 0.5)]),
            program(
                "less", note: "A pager.", [round(first: 2, problems: ["keys at rest": "it selects no row"])]),
            program("tig", [PeerFigures(problems: ["start": "tig never showed its list"])]),
        ],
        missing: [.init(name: "newsboat", installation: "apt-get install newsboat")])

    private static func lines(_ text: String) -> [String] {
        text.split(separator: "\n").map { line in
            line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: "|")
        }
    }

    @Test func ratiosToTheCProgramAreTakenWithinEachRound() {
        let lines = PeersTests.lines(PeersTests.report.markdown)
        // The ratios of the rounds are 2, 3, 2 and 1, 2, 1: the median, and the 95th percentile in parentheses.
        #expect(lines.contains { $0.hasPrefix("banchan|2.00 (2.90)|1.00 (1.90) / 1.00 (1.90)|-") }, "\(lines)")
    }

    @Test func whatWasNotMeasuredSaysWhyBelowTheTable() {
        let lines = PeersTests.lines(PeersTests.report.markdown)
        #expect(lines.contains { $0.hasPrefix("less (1)|2.0|- (2)|-") }, "\(lines)")
        #expect(lines.contains("(2) less: keys at rest: it selects no row"))
        #expect(lines.contains { $0.hasPrefix("tig|- (3)|- (3)|- (3)") })
        #expect(lines.contains("(3) tig: start: tig never showed its list"))
    }

    @Test func whatIsNotInstalledIsNamed() {
        #expect(PeersTests.report.markdown.contains("Not installed: newsboat (apt-get install newsboat)."))
    }

    @Test func aReportNamesTheMachineAndAllVersions() {
        let lines = PeersTests.lines(PeersTests.report.markdown)
        #expect(lines.contains { $0.hasPrefix("A processor, 2 cores, 2.0 GiB, Linux 6.1. 3 rounds in turn") })
        #expect(lines.contains("- less: less 1.0"))
    }

    @Test func quartilesTellTheSpread() {
        let lines = PeersTests.lines(PeersTests.report.markdown)
        #expect(lines.contains { $0.hasPrefix("banchan|11.0-21.0|0.50-1.25") }, "\(lines)")
    }

    @Test func everythingComesBackFromJSON() throws {
        let back = try JSONDecoder().decode(PeersReport.self, from: JSONEncoder().encode(PeersTests.report))
        #expect(back.programs.map(\.name) == ["banchan", "floor", "less", "tig"])
        #expect(back.markdown == PeersTests.report.markdown)
        let key = try #require(back.summary.first { $0.program == "banchan" && $0.metric == "key at rest, ms" })
        #expect(key.value == Spread([0.5, 2, 0.5]))
        #expect(key.ratio == Spread([1, 2, 1]))
    }

    @Test func theVersionIsTheFirstLineWithADigit() {
        #expect(InstalledProgram.version(of: "/bin/echo", ["A list\nlist 4.2 (x)\nof 2026"]) == "list 4.2 (x)")
    }
}

/// The short form of `banchan-benchmark peers`, with the programs that are installed.
@Suite(.takingLongTurns) struct MeasuredPeersTests {
    /// The measurements that a program cannot take part in, by program name. A reload that writes nothing to the
    /// terminal cannot be timed.
    private static let unable = [
        "floor": ["reload"], "nnn": ["reload"], "less": ["keys at rest"], "mutt": ["reload"], "abook": ["reload"],
    ]

    /// The shop writes nothing either if an answer without changes arrives before the frame that would show the refetch.
    private static let sometimesUnable = ["banchan": ["reload"]]

    @Test func allThatAreInstalledAreMeasuredAndTheOthersAreNamed() async throws {
        let report = try await PeerComparison(plan: .short).run()
        #expect(report.programs.prefix(2).map(\.name) == ["banchan", "floor"])
        #expect(report.programs.count + report.missing.count == Peer.all.count + 2)
        for program in report.programs {
            let round = try #require(program.rounds.first)
            let problems = round.problems.keys.sorted()
            #expect(
                problems == MeasuredPeersTests.unable[program.name] ?? []
                    || problems == MeasuredPeersTests.sometimesUnable[program.name],
                "\(program.name): \(round.problems)")
            #expect(round.firstFrames.count == 1, "\(program.name)")
            #expect(round.scrolling?.count == 6, "\(program.name)")
            #expect(round.burstIsRight == true, "\(program.name)")
            #expect(round.proportionalSetSize ?? 0 > 0, "\(program.name)")
            #expect(program.version.contains(where: \.isNumber) || program.name == PeersReport.floor)
        }
    }
}
