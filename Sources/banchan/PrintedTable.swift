import Foundation
import TerminalText

/// Texts in columns of a terminal, or of a printer.
enum PrintedTable {
    /// Rows below each other, each cell as wide as its column's widest and at least as `least` says. Those in `numbers` stand
    /// at the right of their columns.
    static func text(_ rows: [[String]], least: [Int], numbers: Set<Int>) -> String {
        let widths = least.indices.map { column in max(least[column], rows.map { $0[column].columns }.max() ?? 0) }
        return rows.map { row in
            let line = zip(row, widths).enumerated().map { index, cell in
                padded(cell.0, to: cell.1, right: numbers.contains(index))
            }.joined(separator: "  ")
            return String(line.reversed().drop { $0 == " " }.reversed()) + "\n"
        }.joined()
    }

    /// One text at the left and one at the right of a line of that width, the left one shortened where both do not fit.
    static func line(_ left: String, _ right: String, width: Int) -> String {
        let left = left.truncated(columns: width - right.columns - 1)
        return left + String(repeating: " ", count: max(1, width - left.columns - right.columns)) + right
    }

    /// Down to the minute: "2026-01-31 12:59".
    static func time(_ date: Date, in zone: TimeZone) -> String {
        let style = Date.ISO8601FormatStyle(dateTimeSeparator: .space, timeZone: zone)
        return String(date.formatted(style).prefix("2026-01-31 12:59".count))
    }

    /// The text in as many lines of that width as it takes.
    static func wrapped(_ text: String, width: Int) -> [String] {
        var (rest, lines) = (text[...], [String]())
        while !rest.isEmpty {
            let fitting = String(rest).prefix(columns: width)
            // At a space where there is one, else anywhere.
            let end = fitting.count < rest.count ? fitting.lastIndex(of: " ") : nil
            let part = end.map { fitting[..<$0] } ?? fitting
            guard !part.isEmpty else { break }
            lines.append(String(part))
            rest = rest.dropFirst(part.count).drop { $0 == " " }
        }
        return lines
    }

    static func padded(_ text: String, to width: Int, right: Bool = false) -> String {
        let space = String(repeating: " ", count: max(0, width - text.columns))
        return right ? space + text : text + space
    }
}
