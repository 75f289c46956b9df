import ArgumentParser
import Foundation

/// Exercises a terminal and its server for a long time, and fails if the resources of either grow beyond their bounds.
struct SoakCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "soak",
        abstract: "Watches memory, descriptors and threads through thousands of refetches and live changes.",
        discussion: "Exits with 1 where one of them has grown beyond its bound.")

    @Option(help: "Times that a section is fetched again.")
    var refetches = 10_000
    @Option(help: "Live changes: a section's file and a sale in turn.")
    var changes = 10_000
    @Option(help: ArgumentHelp("Where the database is made.", valueName: "dir"))
    var directory = "."

    func validate() throws {
        guard refetches >= 0, changes >= 0, refetches + changes > 0 else {
            throw ValidationError("There must be some of either.")
        }
    }

    func run() async throws {
        let plan = SoakPlan(refetches: refetches, fileChanges: changes / 2, sales: changes - changes / 2)
        let shop = try ServingShop.open(below: URL(filePath: directory), with: ["juice"])
        let figures: SoakFigures
        do {
            figures = try await onOwnThread {
                let progress = MeasuringProgress("Soaking", steps: plan.steps)
                defer { progress.finish() }
                return try SoakSeries(shop: shop, plan: plan).measure { progress.step() }
            }
        } catch {
            try? shop.close()
            throw error
        }
        try shop.close()
        print(figures.text)
        guard figures.grown.isEmpty else { throw ExitCode.failure }
    }
}
