import ArgumentParser
import Foundation

/// Compares the shop's list with the same list in C, at several sizes.
struct ListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Measures the shop's list beside the same list in C.")

    @Option(help: "Sizes of the list, separated by commas.", transform: ListCommand.sizes)
    var rows = [25, 10_000, 1_000_000]
    @Flag(help: "Give the shop's rows pictures, up to 100,000 of them; those of the C program have none.")
    var pictures = false
    @Flag(help: "Measure the C program alone.")
    var floorOnly = false
    @OptionGroup var options: MeasuringOptions

    func run() async throws {
        var reports: [Report] = []
        var hasFailed = false
        for count in rows {
            do {
                let report = try await measure(count)
                if !options.json { print(report.text, terminator: "\n\n") }
                reports.append(report)
            } catch let error as MeasuringError {
                // The failure of one size does not stop the others.
                FileHandle.standardError.write(Data("\(count) rows: \(error)\n\n".utf8))
                hasFailed = true
            }
        }
        if options.json { try print(reports.json) }
        if hasFailed { throw ExitCode.failure }
    }

    private func measure(_ count: Int) async throws -> Report {
        let contestants = try ShopContestants(rows: count, plan: options.plan, hasPictures: pictures)
        let comparison = Comparison(plan: options.plan, rounds: options.rounds)
        let floor = try contestants.floor()
        guard floorOnly else { return try await contestants.beside(floor, keys: contestants.keys, in: comparison) }
        return try await comparison.run([Contestant(floor)], title: contestants.title)
    }

    @Sendable private static func sizes(_ text: String) throws -> [Int] {
        try text.split(separator: ",").map { part in
            guard let size = Int(part), size > 0 else { throw ValidationError("Not a number of rows: \(part)") }
            return size
        }
    }
}
