import ArgumentParser
import Foundation
import ShopResources

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
        if let missing = CountedProgram.missingTool { throw MeasuringError.notInstalled(missing) }
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
        let shop = try await ShopOnLoopback.open(resources: ShopResources.directory())
        let scenario = InstructionScenario(
            program: try program ?? Subject.ownProgram("banchan"), url: shop.url, directory: directory.url)
        let counts = try await onOwnThread { try scenario.play() }
        try await shop.close()
        return counts
    }
}
