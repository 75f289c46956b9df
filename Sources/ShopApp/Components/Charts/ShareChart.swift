import Canvas
import Domain
import TerminalText

/// A chart of sales by share: a pie, and a legend with the same data as numbers.
struct ShareChart {
    struct Share {
        let name: String
        let pattern: PieChart.Pattern
        let ink: Ink
        let count: Int
        let amount: Won
    }

    struct Labels {
        let count: (Int) -> String
        let total: String
        /// The text if nothing was sold.
        let nothing: String
    }

    let labels: Labels
    let size: Size
    let margin: Int

    /// The height of a pie in rows: with fewer, shares are indistinguishable; more add nothing.
    private static let pieRows = 4...14
    /// Columns between pie and legend.
    private static let gap = 2
    /// Columns that the legend needs beside a pie.
    private static let legendColumns = 24
    private static let sample = 2

    func lines(of shares: [Share]) -> [Line] {
        let pie = PieChart(slices: shares.map { PieChart.Slice(count: $0.count, pattern: $0.pattern) })
        let legend = legend(shares)
        if let rows = rowsBesideLegend { return beside(pie, rows, shares, legend) }
        let above = size.height - legend.count - 1
        guard ShareChart.pieRows.contains(min(above, ShareChart.pieRows.upperBound)), pieFits(above) else {
            return legend.map { line($0) }
        }
        let rows = min(above, ShareChart.pieRows.upperBound, (size.width - 2 * margin) / 2)
        return cells(pie, rows, shares).map { line([.skip(margin / 2)] + $0) } + [.blank] + legend.map { line($0) }
    }

    private func pieFits(_ rows: Int) -> Bool {
        min(rows, (size.width - 2 * margin) / 2) >= ShareChart.pieRows.lowerBound
    }

    /// The rows of a pie with the legend beside it; `nil` if the legend has to go below.
    private var rowsBesideLegend: Int? {
        let room = (size.width - 2 * margin - ShareChart.gap - ShareChart.legendColumns) / 2
        let rows = min(size.height, ShareChart.pieRows.upperBound, room)
        guard rows >= ShareChart.pieRows.lowerBound, rows * 2 > size.height || size.height < 8 else { return nil }
        return rows
    }

    private func beside(_ pie: PieChart, _ rows: Int, _ shares: [Share], _ legend: [[Piece]]) -> [Line] {
        let cells = cells(pie, rows, shares)
        let first = max(0, (rows - legend.count) / 2)
        return (0..<max(rows, legend.count)).map { row in
            let left = cells.indices.contains(row) ? cells[row] : [.skip(rows * 2)]
            let text = legend.indices.contains(row - first) ? legend[row - first] : []
            return line(left + [.skip(ShareChart.gap)] + text)
        }
    }

    // MARK: - Pieces

    private enum Piece {
        case text(String, Style)
        /// Text that is left out unless all of it fits.
        case whole(String, Style)
        case skip(Int)
    }

    private func line(_ pieces: [Piece]) -> Line {
        var line = LineBuilder(width: size.width, margin: margin)
        for piece in pieces {
            switch piece {
            case .text(let text, let style): line.left(text, style)
            case .whole(let text, let style): if text.columns <= line.room { line.left(text, style) }
            case .skip(let columns): line.skip(columns)
            }
        }
        return line.line
    }

    private func cells(_ pie: PieChart, _ rows: Int, _ shares: [Share]) -> [[Piece]] {
        pie.cells(rows: rows).map { row in
            var pieces: [Piece] = []
            var rest = row[...]
            while let first = rest.first {
                let alike = rest.prefix { $0.slice == first.slice }
                let style = first.slice.map { Style(shares[$0].ink) } ?? .dim
                pieces.append(.text(String(alike.map(\.character)), style))
                rest = rest[alike.endIndex...]
            }
            return pieces
        }
    }

    /// Returns a line for each share, and one for the total.
    private func legend(_ shares: [Share]) -> [[Piece]] {
        let columns = LegendColumns(shares, labels)
        let percents = PieChart.percents(of: shares.map(\.count))
        let rows = zip(shares, percents).map { share, percent -> [Piece] in
            let name = share.name
            let count = columns.count(labels.count(share.count))
            return [
                .text(share.pattern.sample(ShareChart.sample), Style(share.ink)), .skip(1), .text(name, .bold),
                .skip(columns.name - name.columns + 1),
            ] + (hasRoomForCounts(columns) ? [.text(count, .plain), .skip(1)] : [])
                + [.text(columns.percent(percent), .bold)]
        }
        let total = shares.map(\.count).reduce(0, +)
        guard shares.contains(where: { $0.count != 0 || $0.amount.amount != 0 }) else {
            return rows + [[.text(labels.nothing, .dim)]]
        }
        let amount = Won(shares.map(\.amount.amount).reduce(0, +))
        return rows + [
            [
                .skip(ShareChart.sample + 1), .text(labels.total, .dim),
                .skip(columns.name - labels.total.columns + 1),
                .text(columns.count(labels.count(total)), .dim), .skip(1), .whole(amount.text, Style(.price)),
            ]
        ]
    }

    /// Whether the counts fit. If not, only the percentages are shown, which matter more.
    private func hasRoomForCounts(_ columns: LegendColumns) -> Bool {
        ShareChart.sample + 1 + columns.name + 1 + columns.count + 1 + LegendColumns.percent
            <= size.width - 2 * margin
    }

    private struct LegendColumns {
        let name: Int
        let count: Int
        /// "100%"
        static let percent = 4

        init(_ shares: [Share], _ labels: Labels) {
            name = shares.map(\.name.columns).max() ?? 0
            let total = shares.map(\.count).reduce(0, +)
            count = (shares.map(\.count) + [total]).map { labels.count($0).columns }.max() ?? 0
        }

        func count(_ text: String) -> String { text.right(columns: count) }
        func percent(_ share: Int) -> String { "\(share)%".right(columns: LegendColumns.percent) }
    }
}

/// A bar that shows a count in proportion to a maximum. ASCII, since block characters are two columns wide in some
/// terminals.
struct Bar {
    let count: Int
    var maximum = Bar.maxStock
    let columns: Int

    /// The maximum stock of a fruit and of a drink.
    private static let maxStock = FruitStock.counts.upperBound
    static let widest = 50
    static let digits = 3
    private static let narrowest = 5

    /// The number of filled columns, rounded up, so that a single piece is already visible.
    var filled: Int {
        guard maximum > 0 else { return 0 }
        let there = min(max(0, count), maximum)
        return (there * columns + maximum - 1) / maximum
    }

    func add(to line: inout LineBuilder) {
        guard columns >= Bar.narrowest else { return }
        line.left(String(repeating: Bar.full, count: filled), Style(.good, .bold))
        line.left(String(repeating: Bar.free, count: columns - filled), .dim)
    }

    private static let full: Character = "="
    private static let free: Character = "-"

    /// Returns `line` without bars, for those who hear it: the number beside a bar says the same.
    static func left(outOf line: Line) -> Line {
        Line(fill: line.fill, spans: line.spans.filter { !isPart($0.text) }, pictures: line.pictures, zones: line.zones)
    }

    private static func isPart(_ text: String) -> Bool {
        // A single one is a key.
        text.count > 1 && (text.allSatisfy { $0 == full } || text.allSatisfy { $0 == free })
            || text == String(full)
    }
}
