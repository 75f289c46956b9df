import ArgumentParser
import Foundation

/// Counts the instructions of a fixed scenario, and fails if a step takes more than the recorded figures allow.
struct InstructionsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "instructions", abstract: "Counts the shop's instructions, and compares them with earlier ones.",
        discussion: """
            The program runs under valgrind, as a guest of a server of this command's. Exits with 1 where a step takes \
            more instructions than the figures say.
            """)

    @Option(help: ArgumentHelp("The program; the banchan beside this one, unless told otherwise.", valueName: "path"))
    var program: String?
    @Option(help: ArgumentHelp("Where the figures are.", valueName: "file"))
    var figures = "Tests/instructions.json"
    @Option(help: "The percentage by which a step may differ.")
    var tolerance = 3.0
    @Flag(help: "Write the figures anew.")
    var write = false

    func validate() throws {
        guard tolerance >= 0 else { throw ValidationError("A tolerance cannot be negative.") }
    }

    func run() async throws {
        if let missing = CountedProgram.missingTool {
            throw MeasuringProblem("\(missing) is missing. On Debian: apt-get install binutils valgrind")
        }
        let counts = try await count()
        let file = URL(filePath: figures)
        if write { try counts.write(to: file) }
        let comparison = InstructionComparison(
            figures: try [InstructionCount](from: file), counts: counts, tolerance: tolerance / 100)
        print(comparison.text)
        if comparison.isOver { throw ExitCode.failure }
    }

    private func count() async throws -> [InstructionCount] {
        let directory = try RunDirectory()
        defer { directory.close() }
        let shop = try ServingShop.openOwn()
        defer { shop.close() }
        let scenario = InstructionScenario(
            program: try program ?? BuiltProgram.path(of: "banchan"), port: shop.port, directory: directory.url)
        return try await onOwnThread { try scenario.play() }
    }
}

/// The number of instructions that one step of a scenario took.
struct InstructionCount: Codable, Hashable {
    let step: String
    let instructions: Int
}

extension [InstructionCount] {
    /// Reads recorded figures from a file.
    init(from file: URL) throws { self = try JSONDecoder().decode(Self.self, from: Data(contentsOf: file)) }

    func write(to file: URL) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        try (encoder.encode(self) + Data("\n".utf8)).write(to: file, options: .atomic)
    }
}

/// Compares counts with the recorded figures.
struct InstructionComparison {
    let figures: [InstructionCount]
    let counts: [InstructionCount]
    /// The fraction by which a count may differ.
    var tolerance = 0.03

    enum Verdict: Hashable { case within, over, under, new }

    func verdict(on count: InstructionCount) -> Verdict {
        guard let change = change(of: count) else { return .new }
        return change > tolerance ? .over : change < -tolerance ? .under : .within
    }

    /// Whether a step takes more instructions than the tolerance allows.
    var isOver: Bool { counts.contains { verdict(on: $0) == .over } }

    /// A table of the counts, and advice on what to do.
    var text: String {
        var table = TextTable(rows: [["step", "figure", "now", "change", ""]])
        for count in counts {
            table.rows.append([
                count.step, figure(of: count).map { "\($0)" } ?? "-", "\(count.instructions)",
                change(of: count).map { String(format: "%+.1f %%", $0 * 100) } ?? "-", word(for: verdict(on: count)),
            ])
        }
        return ([table.markdown] + advice).joined(separator: "\n\n")
    }

    private var advice: [String] {
        let verdicts = Set(counts.map { verdict(on: $0) })
        var advice: [String] = []
        if verdicts.contains(.over) { advice.append("More instructions than before: find out why.") }
        if !verdicts.isDisjoint(with: [.under, .new]) {
            advice.append("Write the figures anew with --write, so that what was gained is kept.")
        }
        return advice
    }

    private func word(for verdict: Verdict) -> String {
        switch verdict {
        case .within: ""
        case .over: "over"
        case .under: "under"
        case .new: "new"
        }
    }

    private func figure(of count: InstructionCount) -> Int? {
        figures.first { $0.step == count.step }?.instructions
    }

    private func change(of count: InstructionCount) -> Double? {
        figure(of: count).map { Double(count.instructions) / Double($0) - 1 }
    }
}
