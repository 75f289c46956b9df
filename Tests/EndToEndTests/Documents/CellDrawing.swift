import TerminalProbe

/// Rows of a terminal's cells as shapes and text of SVG. Every character is centred in its cell, so that it is in its
/// column in whichever font. Blocks and lines are drawn as shapes, so that they have no gaps.
struct CellDrawing {
    /// The colours of the terminal itself.
    struct Ground {
        let text: String
        let background: String
        let edge: String

        static let dark = Ground(text: "#d4d4d4", background: "#18191c", edge: "#3d444d")
        static let light = Ground(text: "#24292f", background: "#fcfcfc", edge: "#d0d7de")
    }

    private let cells: [[Cell]]
    private let ground: Ground

    init(of cells: [[Cell]], on ground: Ground) {
        self.cells = cells.map(CellDrawing.styled)
        self.ground = ground
    }

    /// The size of a cell.
    static let (width, height) = (9, 18)
    /// From the upper edge of a cell to the line that its text stands on.
    static let baseline = 14
    /// The attributes of an element whose text is that of cells.
    static let font =
        #"font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', 'Noto Sans Mono CJK KR', monospace" font-size="15" text-anchor="middle""#

    /// Returns the cells with the right half of each wide glyph in the style of its left one: the emulator has none for it.
    private static func styled(_ cells: [Cell]) -> [Cell] {
        var cells = cells
        for column in cells.indices.dropFirst() where cells[column].width == 0 {
            cells[column] = cells[column - 1]
            (cells[column].text, cells[column].width) = ("", 0)
        }
        return cells
    }

    static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }
}

// MARK: - Shapes
extension CellDrawing {
    /// A rectangle in eighths of a cell.
    private typealias Part = (x: Range<Int>, y: Range<Int>)

    /// The backgrounds and blocks of all cells but those of photographs.
    var backgrounds: [String] { shapes { !$0.isOfPicture } }

    /// The backgrounds and blocks of photographs.
    var photographs: [String] { shapes { $0.isOfPicture } }

    /// Returns the backgrounds and blocks of the cells: one path for each colour.
    private func shapes(of isIncluded: (Cell) -> Bool) -> [String] {
        var (colors, paths) = ([String](), [String: String]())
        func add(_ x: Int, _ y: Int, _ width: Int, _ height: Int, _ color: String) {
            if paths[color] == nil { colors.append(color) }
            paths[color, default: ""] += "M\(x) \(y)h\(width)v\(height)h-\(width)z"
        }
        for (row, cells) in cells.enumerated() {
            let top = row * CellDrawing.height
            for run in runs(of: cells, by: { isIncluded($0) ? backgroundColor(of: $0) : nil }) {
                add(
                    run.first * CellDrawing.width, top, run.count * CellDrawing.width, CellDrawing.height,
                    run.value)
            }
            for (column, cell) in cells.enumerated() where isIncluded(cell) {
                for part in CellDrawing.blocks[cell.text] ?? [] {
                    let (x, y) = (part.x.scaled(to: CellDrawing.width), part.y.scaled(to: CellDrawing.height))
                    add(
                        column * CellDrawing.width + x.lowerBound, top + y.lowerBound, x.count, y.count,
                        textColor(of: cell))
                }
            }
        }
        return colors.map { #"<path fill="\#($0)" d="\#(paths[$0] ?? "")"/>"# }
    }

    /// The block elements of Unicode that consist of rectangles (U+2580 to U+259F without shades).
    private static let blocks: [String: [Part]] = {
        let (left, right, upper, lower) = (0..<4, 4..<8, 0..<4, 4..<8)
        var blocks: [String: [Part]] = [
            "▀": [(0..<8, upper)], "▐": [(right, 0..<8)], "▔": [(0..<8, 0..<1)], "▕": [(7..<8, 0..<8)],
            "▖": [(left, lower)], "▗": [(right, lower)], "▘": [(left, upper)], "▝": [(right, upper)],
            "▙": [(left, 0..<8), (right, lower)], "▚": [(left, upper), (right, lower)],
            "▛": [(0..<8, upper), (left, lower)], "▜": [(0..<8, upper), (right, lower)],
            "▞": [(right, upper), (left, lower)], "▟": [(right, 0..<8), (left, lower)],
        ]
        for (eighths, block) in "▁▂▃▄▅▆▇█".enumerated() { blocks[String(block)] = [(0..<8, (7 - eighths)..<8)] }
        for (eighths, block) in "▏▎▍▌▋▊▉".enumerated() { blocks[String(block)] = [(0..<(eighths + 1), 0..<8)] }
        return blocks
    }()

    /// The lines of boxes: one path for each colour and weight.
    var frames: [String] {
        var (styles, paths) = ([String](), [String: String]())
        for (row, cells) in cells.enumerated() {
            for (column, cell) in cells.enumerated() {
                guard let arms = CellDrawing.arms[cell.text] else { continue }
                let style = #"stroke="\#(textColor(of: cell))" stroke-width="\#(cell.isBold ? 2 : 1)""#
                if paths[style] == nil { styles.append(style) }
                paths[style, default: ""] += CellDrawing.path(arms, column, row)
            }
        }
        return styles.map { #"<path \#($0) d="\#(paths[$0] ?? "")"/>"# }
    }

    /// Whether a line goes from the middle of the cell to the left, to the right, up and down.
    private static let arms: [String: (left: Bool, right: Bool, up: Bool, down: Bool)] = [
        "─": (true, true, false, false), "│": (false, false, true, true), "┌": (false, true, false, true),
        "┐": (true, false, false, true), "└": (false, true, true, false), "┘": (true, false, true, false),
        "├": (false, true, true, true), "┤": (true, false, true, true), "┬": (true, true, false, true),
        "┴": (true, true, true, false), "┼": (true, true, true, true),
    ]

    private static func path(
        _ arms: (left: Bool, right: Bool, up: Bool, down: Bool), _ column: Int, _ row: Int
    ) -> String {
        // In halves, so that a line of one pixel fills whole pixels.
        let (x, y) = (Double(column * width) + 4.5, Double(row * height) + 9.5)
        return (arms.left ? "M\(column * width) \(y)H\(x)" : "")
            + (arms.right ? "M\(x) \(y)H\((column + 1) * width)" : "")
            + (arms.up ? "M\(x) \(row * height)V\(y)" : "") + (arms.down ? "M\(x) \(y)V\((row + 1) * height)" : "")
    }
}

// MARK: - Text
extension CellDrawing {
    /// The characters that are neither blocks nor lines: one element for each run of the same style.
    var texts: [String] {
        cells.enumerated().flatMap { row, cells in
            runs(of: cells, by: { isText($0) ? style(of: $0) : nil }, continuing: { $0.width == 0 || $0.text == " " })
                .map { run in
                    let written = cells[run.first..<(run.first + run.count)].enumerated().filter { isText($0.element) }
                    let text = written.map { offset, cell in
                        // Twice the middle of the cell, which may lie between two pixels.
                        let middle = (2 * (run.first + offset) + cell.width) * CellDrawing.width
                        let place = "\(middle / 2)" + (middle % 2 == 0 ? "" : ".5")
                        return "<tspan x=\"\(place)\">\(CellDrawing.escaped(cell.text))</tspan>"
                    }.joined()
                    let y = row * CellDrawing.height + CellDrawing.baseline
                    return #"<text y="\#(y)" \#(run.value)>\#(text)</text>"#
                }
        }
    }

    private func isText(_ cell: Cell) -> Bool {
        cell.width > 0 && cell.text != " " && CellDrawing.blocks[cell.text] == nil
            && CellDrawing.arms[cell.text] == nil
    }

    private func style(of cell: Cell) -> String {
        let lines = (cell.isUnderlined ? ["underline"] : []) + (cell.isStruck ? ["line-through"] : [])
        return #"fill="\#(textColor(of: cell))""# + (cell.isBold ? #" font-weight="bold""# : "")
            + (lines.isEmpty ? "" : #" text-decoration="\#(lines.joined(separator: " "))""#)
    }

    /// Returns the runs of cells with the same value. Cells without one end a run, unless they continue it.
    private func runs(
        of cells: [Cell], by value: (Cell) -> String?, continuing: (Cell) -> Bool = { _ in false }
    ) -> [(first: Int, count: Int, value: String)] {
        var runs: [(first: Int, count: Int, value: String)] = []
        var isOpen = false
        for (column, cell) in cells.enumerated() {
            guard let value = value(cell) else {
                isOpen = isOpen && continuing(cell)
                continue
            }
            if isOpen, let last = runs.last, last.value == value {
                runs[runs.count - 1].count = column + 1 - last.first
            } else {
                runs.append((column, 1, value))
            }
            isOpen = true
        }
        return runs
    }
}

// MARK: - Colours
extension CellDrawing {
    private func textColor(of cell: Cell) -> String {
        cell.isReversed ? hex(cell.background, else: ground.background) : hex(cell.foreground, else: ground.text)
    }

    /// Returns the colour behind the cell; `nil` if it is that of the terminal.
    private func backgroundColor(of cell: Cell) -> String? {
        if cell.isReversed { return hex(cell.foreground, else: ground.text) }
        return cell.background == .default ? nil : hex(cell.background, else: ground.background)
    }

    private func hex(_ color: Cell.Color, else usual: String) -> String {
        switch color {
        case .default: usual
        case .indexed(let index): CellDrawing.hex(CellDrawing.palette(Int(index)))
        case .rgb(let red, let green, let blue): CellDrawing.hex([Int(red), Int(green), Int(blue)])
        }
    }

    private static func hex(_ parts: [Int]) -> String {
        "#" + parts.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// Returns a colour of xterm's palette: 16 of its own, a cube of six levels each, and 24 greys.
    private static func palette(_ index: Int) -> [Int] {
        switch index {
        case ..<16: return (0..<3).map { index >> $0 & 1 == 0 ? (index < 8 ? 0 : 0x55) : (index < 8 ? 0xAA : 0xFF) }
        case ..<232: return [36, 6, 1].map { (index - 16) / $0 % 6 }.map { $0 == 0 ? 0 : 55 + 40 * $0 }
        default: return Array(repeating: 8 + 10 * (index - 232), count: 3)
        }
    }
}

extension Cell {
    /// Whether the cell shows a part of a photograph: a block, or a blank, with a colour behind it.
    fileprivate var isOfPicture: Bool { background != .default && !isReversed }
}

extension Range<Int> {
    /// Returns the range of eighths as one of pixels of a cell with that size.
    fileprivate func scaled(to size: Int) -> Range<Int> {
        ((lowerBound * size + 4) / 8)..<((upperBound * size + 4) / 8)
    }
}
