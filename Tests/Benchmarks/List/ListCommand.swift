import ArgumentParser
import Foundation

/// Compares the shop's list with the same list in C, at several sizes.
struct ListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Measures the shop's list beside the same list in C: first frame, keys, pictures, contacts, memory.",
        discussion: "Exits with 1 where a step of the shop's could not be measured.")

    @Option(help: "Sizes of the list, separated by commas; at most 100000.", transform: ListCommand.sizes)
    var rows = [25, 10_000]
    @Flag(help: "Give the shop's rows pictures; those of the C program have none.")
    var pictures = false
    @Option(help: "Contacts in the phone book that is searched; 0 for none.")
    var contacts = 100_000
    @OptionGroup var options: MeasuringOptions
    @OptionGroup var files: ReportFiles

    func run() async throws {
        var hasFailed = false
        for count in rows {
            let report = try await measure(count)
            try files.write(report, as: "list-\(count)")
            hasFailed = hasFailed || report.hasProblems(with: "banchan")
        }
        if hasFailed { throw ExitCode.failure }
    }

    private func measure(_ count: Int) async throws -> Report {
        let menu = GeneratedMenu(count: count, pictures: pictures ? count : 0, maxFiles: 16)
        let contestants = ShopContestants(plan: options.plan, menu: menu, contacts: contacts)
        let floor = try contestants.floor()
        return try await contestants.whileOpen { shop in
            try await Comparison(plan: options.plan).run([shop, floor], title: "\(count) rows")
        }
    }

    /// The most rows: all of them are fetched over HTTP.
    private static let maxRows = 100_000

    @Sendable private static func sizes(_ text: String) throws -> [Int] {
        try text.split(separator: ",").map { part in
            guard let size = Int(part), (1...maxRows).contains(size) else {
                throw ValidationError("Not a number of rows: \(part)")
            }
            return size
        }
    }
}
