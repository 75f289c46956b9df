import Canvas
import Foundation

/// Shares of a whole as a round picture made of Braille dots: two columns and four rows of dots a cell, which stand as
/// far apart one way as the other, so that a circle is round. Each share has a pattern of its own, and so is told from
/// the others without colours.
struct PieChart: Hashable {
    /// One part of the whole.
    struct Slice: Hashable {
        let count: Int
        let pattern: Pattern
    }

    /// Which dots of a share are set.
    enum Pattern: Hashable, CaseIterable {
        case solid, stripes, sparse

        func isSet(_ column: Int, _ row: Int) -> Bool {
            switch self {
            case .solid: true
            case .stripes: row.isMultiple(of: 2)
            case .sparse: row.isMultiple(of: 2) && (column + row / 2).isMultiple(of: 2)
            }
        }

        /// A sample of the pattern: so many cells of it.
        func sample(_ cells: Int) -> String {
            String(repeating: String(Dots.cell { self.isSet($0, $1) }), count: cells)
        }
    }

    /// A cell: its character, and the slice that most of it belongs to; `nil` where it is blank.
    struct Cell: Hashable {
        let character: Character
        let slice: Int?
    }

    let slices: [Slice]

    /// Percent of each count, whole numbers that sum to 100 wherever there is anything: what rounding down leaves goes to
    /// those that lost most by it (the method of the largest remainder), the earlier ones first.
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

    /// Rows of cells, `rows` of them and twice as many columns. Slices follow each other clockwise from the top. With
    /// nothing to share, the circle alone.
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
        let most = dots.max { ($0.value, $1.key) < ($1.value, $0.key) }
        return Cell(character: character, slice: most?.key)
    }
}

/// The circle, in dots counted from its upper left corner.
private struct Disc {
    let dots: Int
    /// The sums of the counts up to and with each slice.
    let bounds: [Int]
    let total: Int

    private var radius: Double { Double(dots) / 2 }

    private func distance(_ x: Int, _ y: Int) -> Double {
        hypot(Double(x) + 0.5 - radius, Double(y) + 0.5 - radius)
    }

    /// A line one dot wide.
    func isEdge(_ x: Int, _ y: Int) -> Bool { distance(x, y) <= radius && distance(x, y) > radius - 1 }

    /// The slice of that dot; `nil` outside.
    func slice(_ x: Int, _ y: Int) -> Int? {
        guard distance(x, y) <= radius else { return nil }
        let angle = atan2(Double(x) + 0.5 - radius, radius - Double(y) - 0.5)
        let turn = (angle < 0 ? angle + 2 * .pi : angle) / (2 * .pi)
        return bounds.firstIndex { turn * Double(total) < Double($0) } ?? bounds.lastIndex { $0 == total }
    }
}

/// Braille patterns: eight dots a cell, each of them a bit (Unicode 16, chapter 21.1).
private enum Dots {
    static let columns = 2
    static let rows = 4
    private static let first: UInt32 = 0x2800
    private static let bits: [[UInt32]] = [[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]]

    /// The cell with those dots; a blank where there are none.
    static func cell(_ isSet: (_ column: Int, _ row: Int) -> Bool) -> Character {
        var value: UInt32 = 0
        for row in 0..<rows {
            for column in 0..<columns where isSet(column, row) { value |= bits[row][column] }
        }
        guard value > 0, let scalar = Unicode.Scalar(first + value) else { return " " }
        return Character(scalar)
    }
}
