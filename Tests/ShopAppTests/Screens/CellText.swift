import Canvas
import TerminalText

/// A frame as text: its rows, and the styles of their cells as `style first-last`.
///
/// A style consists of its ink (s standard, a accent, p price, g good, b bad) and its weights (B bold, D dim, U
/// underline, R reverse, F drawn by the terminal's own lines); that of a picture consists of its two colours. Plain
/// cells are not listed.
struct CellText {
    private let size: Size
    /// The character of each cell. A wide character is in its first cell; its second cell is `nil`.
    private var texts: [Character?]
    /// The index of each cell's style.
    private var styles: [Int]
    private var codes = [""]
    private let cursor: String
    private let hasColors: Bool

    init(_ frame: Frame, hasColors: Bool) {
        size = frame.size
        self.hasColors = hasColors
        texts = Array(repeating: " ", count: size.width * size.height)
        styles = Array(repeating: 0, count: size.width * size.height)
        cursor = "cursor \(frame.cursor.column),\(frame.cursor.row)\(frame.showsCursor ? " shown" : "")"
        for panel in frame.panels {
            for (index, line) in panel.lines.enumerated() { draw(line, panel.origin.row + index, panel) }
        }
    }

    private mutating func draw(_ line: Line, _ row: Int, _ panel: Panel) {
        guard (0..<size.height).contains(row) else { return }
        let left = panel.origin.column
        fill(number(code(line.fill)), row, left..<(left + panel.width))
        for span in line.spans {
            var column = left + span.column
            let style = number(code(span.style))
            for character in span.text {
                let columns = ColumnWidth.of(character)
                put(character, style, row, column, columns: columns)
                column += columns
            }
        }
        for slice in line.pictures {
            for run in slice.picture.runs(ofRow: slice.row) {
                let style = number("\(code(run.foreground))/\(code(run.background))")
                for (offset, character) in run.text.enumerated() {
                    put(character, style, row, left + slice.column + run.column + offset, columns: 1)
                }
            }
        }
    }

    /// Fills the columns with blanks of that style. Wide characters that are cut at either end become blanks.
    private mutating func fill(_ style: Int, _ row: Int, _ columns: Range<Int>) {
        let columns = columns.clamped(to: 0..<size.width)
        let cells = (row * size.width + columns.lowerBound)..<(row * size.width + columns.upperBound)
        guard let first = cells.first else { return }
        if texts[first] == nil { texts[first - 1] = " " }
        if columns.upperBound < size.width, texts[cells.upperBound] == nil { texts[cells.upperBound] = " " }
        texts.replaceSubrange(cells, with: repeatElement(" ", count: cells.count))
        styles.replaceSubrange(cells, with: repeatElement(style, count: cells.count))
    }

    private mutating func put(_ text: Character, _ style: Int, _ row: Int, _ column: Int, columns: Int) {
        guard column >= 0, columns > 0, column + columns <= size.width else { return }
        let first = row * size.width + column
        // A wide character that is partly covered leaves a blank in its other cell.
        if texts[first] == nil { texts[first - 1] = " " }
        if column + columns < size.width, texts[first + columns] == nil { texts[first + columns] = " " }
        texts[first] = text
        styles[first] = style
        guard columns > 1 else { return }
        texts[first + 1] = nil
        styles[first + 1] = style
    }

    /// Returns the index of the style with that code, adding it if it is new.
    private mutating func number(_ code: String) -> Int {
        if let known = codes.firstIndex(of: code) { return known }
        codes.append(code)
        return codes.count - 1
    }

    private static let weights: [(Weight, String)] = [
        (.bold, "B"), (.dim, "D"), (.underline, "U"), (.reverse, "R"), (.frame, "F"),
    ]
    private static let inks: [Ink: String] = [.standard: "s", .accent: "a", .price: "p", .good: "g", .bad: "b"]

    private func code(_ style: Style) -> String {
        let ink = hasColors ? CellText.inks[style.ink] ?? "?" : "s"
        let code = ink + CellText.weights.filter { style.weight.contains($0.0) }.map(\.1).joined()
        return code == "s" ? "" : code
    }

    private func code(_ color: CellColor) -> String {
        switch color {
        case .standard: "-"
        case .indexed(let index): String(index)
        case .rgb(let value): "#" + String(value, radix: 16)
        }
    }

    /// The text of each row.
    var rows: [String] { (0..<size.height).map(text) }

    /// The styles of each row; empty if it has none.
    var rowStyles: [String] { (0..<size.height).map(style) }

    /// The rows without the edges, which all screens have in common, and the cursor's position.
    var lines: [String] {
        let runs = CellText.runs(Array(rows[inside]))
        return runs.flatMap { run in
            run.rows.count > CellText.maxEqualRows
                ? [run.text, "  x\(run.rows.count)"] : run.rows.map { _ in run.text }
        } + [cursor]
    }

    /// The styles of the same rows, as `row: style first-last`, or `first row-last row: …` of equal ones.
    var styleLines: [String] {
        CellText.runs(Array(rowStyles[inside])).filter { !$0.text.isEmpty }.map { run in
            let (first, last) = (run.rows.lowerBound + inside.lowerBound, run.rows.upperBound - 1 + inside.lowerBound)
            return (first == last ? "\(first): " : "\(first)-\(last): ") + run.text
        }
    }

    /// The rows between the edges. A page for a screen that is too small has none.
    private var inside: Range<Int> {
        size.height > ScreenFile.tooSmall ? 1..<(size.height - 1) : 0..<size.height
    }

    /// The most equal rows in succession that are written one by one.
    private static let maxEqualRows = 2

    private static func runs(_ texts: [String]) -> [(text: String, rows: Range<Int>)] {
        texts.enumerated().reduce(into: []) { runs, row in
            if runs.last?.text == row.element {
                runs[runs.count - 1].rows = runs[runs.count - 1].rows.lowerBound..<(row.offset + 1)
            } else {
                runs.append((row.element, row.offset..<(row.offset + 1)))
            }
        }
    }

    private func text(ofRow row: Int) -> String {
        let cells = texts[(row * size.width)..<((row + 1) * size.width)]
        let end = cells.lastIndex { $0 != " " }.map { $0 + 1 } ?? cells.startIndex
        return "|" + String(cells[..<end].compactMap(\.self))
    }

    /// Lists the runs of cells with equal styles. Blanks within a run do not divide it.
    private func style(ofRow row: Int) -> String {
        var runs: [(style: Int, first: Int, last: Int)] = []
        for column in 0..<size.width {
            guard let style = shown(row * size.width + column) else { continue }
            if runs.last?.style == style {
                runs[runs.count - 1].last = column
            } else {
                runs.append((style, column, column))
            }
        }
        let told = runs.filter { $0.style > 0 }.map { run in
            "\(codes[run.style]) \(run.first == run.last ? "\(run.first)" : "\(run.first)-\(run.last)")"
        }
        return told.joined(separator: ", ")
    }

    /// Returns the visible style of a cell, or `nil` for a blank that is neither filled nor underlined.
    private func shown(_ cell: Int) -> Int? {
        guard texts[cell] == " " else { return styles[cell] }
        let isFilled = codes[styles[cell]].contains { "RU/".contains($0) }
        return isFilled ? styles[cell] : nil
    }
}
