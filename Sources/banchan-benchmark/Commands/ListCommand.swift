import ArgumentParser
import Foundation

/// Sets the shop's list beside the same list in C, at several sizes.
struct ListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Measures the shop's list beside the same list in C.")

    @Option(help: "Sizes of the list, separated by commas.", transform: ListCommand.sizes)
    var rows = [25, 10_000, 1_000_000]
    @Flag(help: "Measure the C program alone.")
    var floorOnly = false
    @OptionGroup var options: MeasuringOptions

    func run() async throws {
        var reports: [Report] = []
        for count in rows {
            let contestants = try ShopContestants(rows: count, plan: options.plan)
            let comparison = Comparison(plan: options.plan, rounds: options.rounds)
            let floor = try contestants.floor()
            if floorOnly {
                reports.append(try await comparison.run([Contestant(floor)], title: contestants.title))
            } else {
                reports.append(try await contestants.beside(floor, in: comparison))
            }
        }
        try print(reports.rendered(asJSON: options.json))
    }

    @Sendable private static func sizes(_ text: String) throws -> [Int] {
        try text.split(separator: ",").map { part in
            guard let size = Int(part), size > 0 else { throw ValidationError("Not a number of rows: \(part)") }
            return size
        }
    }
}
