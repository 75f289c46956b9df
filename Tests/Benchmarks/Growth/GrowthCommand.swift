import ArgumentParser
import Foundation

/// Measures how figures grow with rows, pictures, contacts, streams and orders, and reports which exceeds its bound
/// first.
struct GrowthCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "growth",
        abstract: "Measures how time, bytes and memory grow with rows, pictures, contacts, streams and orders.")

    @OptionGroup var options: MeasuringOptions
    @OptionGroup var files: ReportFiles
    @Option(help: ArgumentHelp("Where databases are made; a directory on the disk to measure.", valueName: "dir"))
    var directory = "."
    @Argument(help: "What grows: rows, pictures, contacts, streams, orders; all of them, unless told otherwise.")
    var subjects: [GrowthSubject] = GrowthSubject.allCases

    func run() async throws {
        var sizes = options.short ? GrowthSizes.short : GrowthSizes()
        sizes.measuring = options.plan
        let series = GrowthSeries(sizes: sizes, place: URL(filePath: directory))
        let progress = MeasuringProgress("Measuring growth", steps: subjects.count)
        var tables: [GrowthTable] = []
        for subject in subjects {
            tables += try await series.measure(subject)
            progress.step()
        }
        progress.finish()
        try files.write(GrowthReport(machine: .current, tables: tables), as: "growth")
    }
}

/// The quantity that grows.
enum GrowthSubject: String, CaseIterable, ExpressibleByArgument, Sendable {
    case rows, pictures, contacts, streams, orders
}

/// The sizes at which is measured, and how much at each.
struct GrowthSizes: Sendable {
    var rows = [100, 1_000, 10_000, 100_000]
    var pictures = [0, 20, 200, 2_000]
    var contacts = [1_000, 10_000, 100_000]
    var streams = [1, 100, 1_000, 2_000]
    var orders = [1_000, 10_000, 100_000, 1_000_000]
    /// The rows of the menu while pictures grow.
    var rowsWithPictures = 2_000
    /// The requests for each figure of a growing ledger, and the sales heard on streams.
    var requests = 100
    var sales = 30
    var measuring = MeasuringPlan()

    /// Small sizes, for a quick run.
    static let short = GrowthSizes(
        rows: [100, 200], pictures: [0, 10], contacts: [100, 200], streams: [1, 10], orders: [100, 1_000],
        rowsWithPictures: 60, requests: 5, sales: 3, measuring: .short)
}
