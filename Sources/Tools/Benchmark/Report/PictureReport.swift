import Foundation

/// A table of measurements with pictures, with their budgets.
struct PictureReport {
    let rounds: [PictureFigures]
    let count: Int
    let delay: Int

    /// The number of concurrent downloads.
    private static let slots = 8
    private static let slack = 1.3
    private static let keyBudget = 2.0
    private static let memoryBudget = 64

    var text: String {
        let least = Double(count) / Double(PictureReport.slots) * Double(delay)
        let keys = rounds.flatMap(\.keyTimes)
        let memory = rounds.map { Double($0.proportionalSetSize) / 1_024 }
        var table = TextTable()
        table.rows = [
            ["\(count) pictures, \(delay) ms each", "median", "p95", "budget"],
            ["all of them, ms", shown(rounds.map(\.total), 50), "", "\(least * PictureReport.slack)"],
            ["requests at once, most", "\(rounds.map(\.maxConcurrent).max() ?? 0)", "", "\(PictureReport.slots)"],
            ["key meanwhile, ms", shown(keys, 50), shown(keys, 95), "p95 \(PictureReport.keyBudget)"],
            ["PSS with all seen, MiB", shown(memory, 50), "", "\(PictureReport.memoryBudget)"],
        ]
        return table.text
    }

    private func shown(_ values: [Double], _ percent: Double) -> String {
        Statistics.percentile(percent, of: values).map { String(format: "%.2f", $0) } ?? "-"
    }
}
