import ArgumentParser
import Foundation

/// Kills servers, terminals and importers, and fails if anything that was acknowledged is not stored exactly once.
struct KillCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "kill", abstract: "Kills servers, terminals and importers under load, and looks what they left.",
        discussion: "Exits with 1 where something that was acknowledged is not there once, or a next start fails.")

    @Option(help: "Kills.")
    var kills = 1_000
    @Flag(help: "Kills servers on a PostgreSQL, and PostgreSQL itself once for ten of them, and nothing else.")
    var postgresql = false
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
        let text = try await killed(seed) { progress.step() }
        progress.finish()
        print(text)
    }

    /// Runs all kills and returns a table of the figures.
    private func killed(_ seed: UInt64, onKill: @escaping @Sendable () -> Void) async throws -> String {
        let place = URL(filePath: directory)
        guard postgresql else {
            return try await KillSeries(plan: .init(kills: kills), seed: seed, place: place).run(onKill: onKill).text
        }
        let series = PostgreSQLKills(place: place, kills: kills)
        let answers = try await series.run(seed: seed, onKill: onKill)
        return TextTable(rows: [
            ["killed", "times", "acknowledged, and there once"],
            ["server", "\(series.servers)", "\(answers) answers"], ["PostgreSQL", "\(series.databases)", ""],
        ]).text
    }
}
