import TerminalText

/// Text in columns: the first at its left edge, all others at their right.
struct TextTable {
    var rows: [[String]] = []

    var text: String {
        let count = rows.map(\.count).max() ?? 0
        let widths = (0..<count).map { column in
            rows.map { column < $0.count ? $0[column].columns : 0 }.max() ?? 0
        }
        return rows.map { row in
            let cells = zip(row, widths).enumerated().map { index, cell in
                let padding = String(repeating: " ", count: cell.1 - cell.0.columns)
                return index == 0 ? cell.0 + padding : padding + cell.0
            }
            return cells.joined(separator: "  ")
        }.joined(separator: "\n")
    }
}
