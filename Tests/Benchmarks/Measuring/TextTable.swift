import TerminalText

/// A table in Markdown whose first column is left-aligned and all others right-aligned.
struct TextTable {
    /// The first row is the header.
    var rows: [[String]] = []

    var markdown: String {
        let widths = widths
        var lines = rows.map { row in
            let cells = zip(row, widths).enumerated().map { index, cell in
                let padding = String(repeating: " ", count: cell.1 - cell.0.columns)
                return index == 0 ? cell.0 + padding : padding + cell.0
            }
            return "| \(cells.joined(separator: " | ")) |"
        }
        let rule = widths.enumerated().map { index, width in
            index == 0 ? String(repeating: "-", count: width + 2) : String(repeating: "-", count: width + 1) + ":"
        }
        lines.insert("|\(rule.joined(separator: "|"))|", at: min(1, lines.count))
        return lines.joined(separator: "\n")
    }

    private var widths: [Int] {
        let count = rows.map(\.count).max() ?? 0
        return (0..<count).map { column in
            rows.map { column < $0.count ? $0[column].columns : 0 }.max() ?? 0
        }
    }
}

/// Statistics of a series of values.
enum Statistics {
    /// Returns the middle value, or the mean of the two middle values; `nil` for no values.
    static func median(_ values: [Double]) -> Double? { percentile(50, of: values) }

    /// Returns the value below which `percent` of all values lie, interpolated linearly; `nil` for no values.
    static func percentile(_ percent: Double, of values: [Double]) -> Double? {
        guard !values.isEmpty else { return nil }
        let sorted = values.sorted()
        let position = Double(sorted.count - 1) * percent / 100
        let lower = Int(position)
        let upper = min(lower + 1, sorted.count - 1)
        return sorted[lower] + (sorted[upper] - sorted[lower]) * (position - Double(lower))
    }

    /// Returns the median and, in parentheses, the quartiles; `nil` for no values.
    static func spread(_ values: [Double], _ digits: Int = 2) -> String? {
        guard let median = median(values) else { return nil }
        let (lower, upper) = (percentile(25, of: values), percentile(75, of: values))
        return "\(Metric.shown(median, digits)) (\(Metric.shown(lower, digits)) - \(Metric.shown(upper, digits)))"
    }
}

extension Duration {
    var milliseconds: Double { self / .milliseconds(1) }
}
