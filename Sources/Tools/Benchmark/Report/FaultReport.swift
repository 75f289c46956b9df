import Foundation

/// A table of the figures of a server's faults, with their budgets.
struct FaultReport {
    let figures: [FaultFigures]

    private static let keyBudget = 2
    /// The memory budget in MiB.
    private static let memoryBudget = 100

    var text: String {
        var table = TextTable()
        table.rows = [["fault", "key, median ms", "key, p95 ms", "PSS, MiB", "well again, ms"]]
        table.rows += figures.map { row($0.fault, [$0]) }
        table.rows += [row("all", figures)]
        table.rows += [["budget", "", "\(FaultReport.keyBudget)", "\(FaultReport.memoryBudget)", ""]]
        return table.text
    }

    private func row(_ name: String, _ figures: [FaultFigures]) -> [String] {
        let keys = figures.flatMap(\.keyTimes)
        let memory = figures.map { Double($0.proportionalSetSize) / 1_024 }.max() ?? 0
        return [
            name, shown(Statistics.median(keys)), shown(Statistics.percentile(95, of: keys)),
            String(format: "%.1f", memory), shown(figures.map(\.recovery).max()),
        ]
    }

    private func shown(_ value: Double?) -> String { value.map { String(format: "%.2f", $0) } ?? "-" }
}
