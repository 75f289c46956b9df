import TerminalText

/// A text table whose first column is left-aligned and all others right-aligned.
struct TextTable {
    var rows: [[String]] = []

    var text: String { lines.map { $0.joined(separator: "  ") }.joined(separator: "\n") }

    /// The table in Markdown; the first row is its header.
    var markdown: String {
        var lines = lines.map { "| \($0.joined(separator: " | ")) |" }
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

    /// The cells of each row, padded to the width of their columns.
    private var lines: [[String]] {
        let widths = widths
        return rows.map { row in
            zip(row, widths).enumerated().map { index, cell in
                let padding = String(repeating: " ", count: cell.1 - cell.0.columns)
                return index == 0 ? cell.0 + padding : padding + cell.0
            }
        }
    }
}
