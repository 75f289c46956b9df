import ArgumentParser
import Foundation

/// Kills servers, terminals and importers, and fails where anything that was acknowledged is not there once.
struct KillCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "kill", abstract: "Kills servers, terminals and importers under load, and looks what they left.",
        discussion: "Exits with 1 where something that was acknowledged is not there once, or a next start fails.")

    @Option(help: "Kills.")
    var kills = 1_000
    @Option(help: "Repeats the moments of another run.")
    var seed: UInt64?
    @Option(help: ArgumentHelp("Where databases are made.", valueName: "dir"))
    var directory = "."

    func validate() throws {
        guard kills > 0 else { throw ValidationError("There must be kills.") }
    }

    func run() async throws {
        let seed = seed ?? .random(in: 0...999_999)
        print("seed \(seed)")
        let progress = MeasuringProgress("Killing", steps: kills)
        let series = KillSeries(plan: .init(kills: kills), seed: seed, place: URL(filePath: directory))
        let figures = try await series.run { progress.step() }
        progress.finish()
        print(figures.text)
    }
}
