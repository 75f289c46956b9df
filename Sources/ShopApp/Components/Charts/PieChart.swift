import Canvas
import Foundation

/// A pie chart drawn with Braille dots: each cell has two columns and four rows of equally spaced dots, so a circle
/// looks round. Each share has its own pattern, so shares can be told apart without colours.
struct PieChart: Hashable {
    /// One share of the whole.
    struct Slice: Hashable {
        let count: Int
        let pattern: Pattern
    }

    /// The pattern of the dots that are set in a share.
    enum Pattern: Hashable, CaseIterable {
        case solid, stripes, sparse, columns

        func isSet(_ column: Int, _ row: Int) -> Bool {
            switch self {
            case .solid: true
            case .stripes: row.isMultiple(of: 2)
            case .sparse: row.isMultiple(of: 2) && (column + row / 2).isMultiple(of: 2)
            case .columns: column.isMultiple(of: 2)
            }
        }

        func sample(_ cells: Int) -> String {
            String(repeating: String(Dots.cell { self.isSet($0, $1) }), count: cells)
        }
    }

    /// A cell: its character and the slice that covers most of it; `slice` is `nil` if no slice does.
    struct Cell: Hashable {
        let character: Character
        let slice: Int?
    }

    let slices: [Slice]

    /// Returns the whole percentage of each count. They sum to 100 unless all counts are 0: after rounding down, the
    /// rest goes to the largest remainders (largest remainder method), earlier counts first.
    static func percents(of counts: [Int]) -> [Int] {
        let counts = counts.map { max(0, $0) }
        let total = counts.reduce(0, +)
        guard total > 0 else { return counts.map { _ in 0 } }
        let parts = counts.map { ($0 * 100).quotientAndRemainder(dividingBy: total) }
        let left = 100 - parts.map(\.quotient).reduce(0, +)
        let order = parts.indices.sorted { (parts[$1].remainder, $0) < (parts[$0].remainder, $1) }
        let rounded = Set(order.prefix(left))
        return parts.indices.map { parts[$0].quotient + (rounded.contains($0) ? 1 : 0) }
    }

    /// Returns `rows` rows of cells, with twice as many columns. Slices follow each other clockwise from the top. If
    /// all counts are 0, only the circle's outline is drawn.
    func cells(rows: Int) -> [[Cell]] {
        let size = rows * Dots.rows
        let counts = slices.map { max(0, $0.count) }
        let disc = Disc(dots: size, bounds: PieChart.bounds(of: counts), total: counts.reduce(0, +))
        return (0..<rows).map { row in
            (0..<(rows * 2)).map { column in
                cell(disc, column * Dots.columns, row * Dots.rows)
            }
        }
    }

    private static func bounds(of counts: [Int]) -> [Int] {
        counts.reduce(into: []) { $0.append(($0.last ?? 0) + $1) }
    }

    private func cell(_ disc: Disc, _ left: Int, _ top: Int) -> Cell {
        var dots: [Int: Int] = [:]
        let character = Dots.cell { column, row in
            let (x, y) = (left + column, top + row)
            guard disc.total > 0 else { return disc.isEdge(x, y) }
            guard let slice = disc.slice(x, y) else { return false }
            dots[slice, default: 0] += 1
            return slices[slice].pattern.isSet(x, y)
        }
        let largest = dots.max { ($0.value, $1.key) < ($1.value, $0.key) }
        return Cell(character: character, slice: largest?.key)
    }
}

/// The circle, in dots counted from the upper left corner of its bounding square.
private struct Disc {
    let dots: Int
    /// The cumulative sums of the counts.
    let bounds: [Int]
    let total: Int

    private var radius: Double { Double(dots) / 2 }

    private func distance(_ x: Int, _ y: Int) -> Double {
        hypot(Double(x) + 0.5 - radius, Double(y) + 0.5 - radius)
    }

    /// Whether the dot is on the circle's outline, which is one dot wide.
    func isEdge(_ x: Int, _ y: Int) -> Bool { distance(x, y) <= radius && distance(x, y) > radius - 1 }

    /// Returns the slice at a dot, or `nil` outside the circle.
    func slice(_ x: Int, _ y: Int) -> Int? {
        guard distance(x, y) <= radius else { return nil }
        let angle = atan2(Double(x) + 0.5 - radius, radius - Double(y) - 0.5)
        let turn = (angle < 0 ? angle + 2 * .pi : angle) / (2 * .pi)
        return bounds.firstIndex { turn * Double(total) < Double($0) } ?? bounds.lastIndex { $0 == total }
    }
}

/// Braille patterns: eight dots per cell, one bit each (Unicode 16, chapter 21.1).
enum Dots {
    static let columns = 2
    static let rows = 4
    static let all: ClosedRange<Unicode.Scalar> = "\u{2800}"..."\u{28FF}"
    private static let first: UInt32 = 0x2800
    private static let bits: [[UInt32]] = [[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]]

    /// Returns the character with the given dots; a space if there are none.
    static func cell(_ isSet: (_ column: Int, _ row: Int) -> Bool) -> Character {
        var value: UInt32 = 0
        for row in 0..<rows {
            for column in 0..<columns where isSet(column, row) { value |= bits[row][column] }
        }
        guard value > 0, let scalar = Unicode.Scalar(first + value) else { return " " }
        return Character(scalar)
    }
}
