import Foundation

/// The result of a comparison: every round of every program.
struct Report: Codable {
    struct Column: Codable {
        let name: String
        let rounds: [Figures]
    }

    let title: String
    let columns: [Column]

    /// A table of medians; with two programs, it also has the ratio of the first to the second.
    var text: String {
        let hasRatio = columns.count == 2
        var table = TextTable(rows: [[title] + columns.map(\.name) + (hasRatio ? ["ratio"] : []) + ["budget"]])
        for metric in Metric.all {
            let values = columns.map { metric.value(of: $0.rounds) }
            guard values.contains(where: { $0 != nil }) else { continue }
            var row = [metric.name] + values.map { Report.text($0, digits: metric.digits) }
            if hasRatio {
                row.append(Report.text(metric.ratio(of: columns[0].rounds, to: columns[1].rounds), digits: 2))
            }
            table.rows.append(row + [metric.budget])
        }
        return table.text
    }

    private static func text(_ value: Double?, digits: Int) -> String {
        value.map { String(format: "%.\(digits)f", $0) } ?? "-"
    }
}

extension [Report] {
    /// All figures, in machine-readable form.
    var json: String {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
            return String(decoding: try encoder.encode(self), as: UTF8.self)
        }
    }
}
