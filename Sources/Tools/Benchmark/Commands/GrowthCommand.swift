import ArgumentParser
import Foundation

/// Measures how figures grow with rows, sections, pictures and contacts, and reports which exceeds its bound first.
struct GrowthCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "growth",
        abstract: "Measures how time, bytes and memory grow with rows, sections, pictures and contacts.")

    @Flag(help: "Measures small sizes, in some seconds.")
    var short = false
    @Option(help: "Starts at each size.")
    var starts: Int?
    @Option(help: "Keys pressed one by one at each size, of those that scroll and of those that do not.")
    var keys: Int?
    @OptionGroup var files: ReportFiles
    @Argument(help: "What grows: rows, sections, pictures, contacts; all of them, unless told otherwise.")
    var subjects: [GrowthSubject] = GrowthSubject.allCases

    func validate() throws {
        guard starts ?? 1 > 0, keys ?? 1 > 0 else { throw ValidationError("There must be starts, and keys.") }
    }

    func run() async throws {
        let series = GrowthSeries(plan: plan)
        let progress = MeasuringProgress("Measuring growth", steps: subjects.count)
        var tables: [GrowthTable] = []
        for subject in subjects {
            tables.append(try await series.measure(subject))
            progress.step()
        }
        progress.finish()
        try files.write(GrowthReport(machine: .current, tables: tables), as: "growth")
    }

    private var plan: GrowthPlan {
        var plan = short ? GrowthPlan.short : GrowthPlan()
        plan.measuring.starts = starts ?? plan.measuring.starts
        plan.measuring.keys = keys ?? plan.measuring.keys
        return plan
    }
}

extension GrowthSubject: ExpressibleByArgument {}
