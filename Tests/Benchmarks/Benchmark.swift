import ArgumentParser
import Foundation

/// Measures the shop from outside, by its input and output, as its users experience it.
@main
struct Benchmark: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "banchan-benchmark",
        abstract: "Measures the shop on a pseudo-terminal and over HTTP, beside other programs.",
        discussion: """
            Programs are measured in turn within one run, since only figures of the same minute can be compared. Build \
            everything first: swift build -c release. Nothing else should run meanwhile.
            """,
        subcommands: [
            ListCommand.self, PeersCommand.self, ServingCommand.self, GrowthCommand.self, InstructionsCommand.self,
        ],
        defaultSubcommand: ListCommand.self)
}

/// The options for how much is measured of programs on a terminal.
struct MeasuringOptions: ParsableArguments {
    @Flag(help: "Measure little of everything, in some seconds.")
    var short = false
    @Option(help: "Rounds in which the programs are measured in turn; ratios are taken within each.")
    var rounds: Int?
    @Option(help: "Starts of each program in each round.")
    var starts: Int?
    @Option(help: "Keys pressed one by one in each round, of each kind.")
    var keys: Int?
    @Option(help: "Keys pressed at once.")
    var burst: Int?
    @Option(help: "Seconds of doing nothing in each round.")
    var idle: Double?
    @Option(help: "The terminal's width.")
    var columns: Int?
    @Option(help: "The terminal's height.")
    var lines: Int?

    func validate() throws {
        guard [rounds, starts, keys, burst].allSatisfy({ $0 ?? 1 > 0 }), idle ?? 0 >= 0 else {
            throw ValidationError("Rounds, starts, keys and burst must be positive.")
        }
        guard (20...1_000).contains(plan.columns), (6...1_000).contains(plan.lines) else {
            throw ValidationError("The terminal must be between 20x6 and 1000x1000.")
        }
    }

    var plan: MeasuringPlan {
        var plan = short ? MeasuringPlan.short : MeasuringPlan()
        plan.rounds = rounds ?? plan.rounds
        plan.starts = starts ?? plan.starts
        plan.keys = keys ?? plan.keys
        plan.burst = burst ?? plan.burst
        plan.idleSeconds = idle ?? plan.idleSeconds
        plan.columns = columns ?? plan.columns
        plan.lines = lines ?? plan.lines
        return plan
    }
}

/// A report that can be printed as Markdown and as JSON.
protocol EncodableReport: Encodable {
    /// The tables in Markdown.
    var markdown: String { get }
}

/// The options for where and how a report is written.
struct ReportFiles: ParsableArguments {
    @Option(help: ArgumentHelp("Write the report there as well, as Markdown and as JSON.", valueName: "dir"))
    var output: String?
    @Flag(help: "Print all figures as JSON.")
    var json = false

    /// Prints a report, and writes `name.md` and `name.json` if an output directory is given.
    func write(_ report: some EncodableReport, as name: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        let figures = try encoder.encode(report)
        print(json ? String(decoding: figures, as: UTF8.self) : report.markdown)
        guard let output else { return }
        let directory = URL(filePath: output)
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        try Data("\(report.markdown)\n".utf8).write(to: directory.appending(component: "\(name).md"))
        try figures.write(to: directory.appending(component: "\(name).json"))
    }
}
