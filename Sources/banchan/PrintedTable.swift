import Foundation
import TerminalText

/// Formats text in columns for a terminal or a printer.
enum PrintedTable {
    /// Returns a line for each row. Each column is as wide as its widest cell and at least as `least` says. The columns
    /// in `numbers` are right-aligned.
    static func text(_ rows: [[String]], least: [Int], numbers: Set<Int>) -> String {
        let widths = least.indices.map { column in max(least[column], rows.map { $0[column].columns }.max() ?? 0) }
        return rows.map { row in
            let line = zip(row, widths).enumerated().map { index, cell in
                padded(cell.0, to: cell.1, right: numbers.contains(index))
            }.joined(separator: "  ")
            return String(line.reversed().drop { $0 == " " }.reversed()) + "\n"
        }.joined()
    }

    /// Returns a line of `width` columns with one text at the left and one at the right. The left one is shortened if
    /// both do not fit.
    static func line(_ left: String, _ right: String, width: Int) -> String {
        let left = left.truncated(columns: width - right.columns - 1)
        return left + String(repeating: " ", count: max(1, width - left.columns - right.columns)) + right
    }

    /// Returns the time to the minute, such as "2026-01-31 12:59".
    static func time(_ date: Date, in zone: TimeZone) -> String {
        let style = Date.ISO8601FormatStyle(dateTimeSeparator: .space, timeZone: zone)
        return String(date.formatted(style).prefix("2026-01-31 12:59".count))
    }

    /// Splits the text into lines of at most `width` columns.
    static func wrapped(_ text: String, width: Int) -> [String] {
        var (rest, lines) = (text[...], [String]())
        while !rest.isEmpty {
            let fitting = String(rest).prefix(columns: width)
            // Breaks at a space if there is one, else anywhere.
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
