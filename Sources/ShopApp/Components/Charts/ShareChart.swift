import Canvas
import Domain
import TerminalText

/// A chart of shares: a pie, and a legend with the same data as numbers. The only share has no pie, which would say
/// nothing.
struct ShareChart {
    struct Share {
        let name: String
        let pattern: PieChart.Pattern
        let ink: Ink
        let count: Int
        /// What it was sold for; `nil` if the shares are not of sales.
        var amount: Won?
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
    /// The greatest height of the pie in rows.
    var tallest = ShareChart.usualHeight

    /// The height of a pie beside which stands more, in rows.
    private static let usualHeight = 14
    /// The least height of a pie in rows: with fewer, shares are indistinguishable.
    private static let leastHeight = 4
    /// Columns between pie and legend.
    private static let gap = 2
    /// Columns that the legend needs beside a pie.
    private static let legendColumns = 24
    private static let sample = 2

    func lines(of shares: [Share]) -> [Line] {
        let pie = PieChart(slices: shares.map { PieChart.Slice(count: $0.count, pattern: $0.pattern) })
        let legend = legend(shares)
        guard shares.count > 1 else { return legend.map { line($0) } }
        if let rows = rowsBesideLegend { return beside(pie, rows, shares, legend) }
        let above = size.height - legend.count - 1
        let rows = min(above, tallest, (size.width - 2 * margin) / 2)
        guard rows >= ShareChart.leastHeight else { return legend.map { line($0) } }
        return cells(pie, rows, shares).map { line([.skip(margin / 2)] + $0) } + [.blank] + legend.map { line($0) }
    }

    /// The rows of a pie with the legend beside it; `nil` if the legend has to go below.
    private var rowsBesideLegend: Int? {
        let room = (size.width - 2 * margin - ShareChart.gap - ShareChart.legendColumns) / 2
        let rows = min(size.height, tallest, room)
        guard rows >= ShareChart.leastHeight, rows * 2 > size.height || size.height < 8 else { return nil }
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
        let amounts = shares.compactMap(\.amount?.amount)
        guard total != 0 || amounts.contains(where: { $0 != 0 }) else {
            return rows + [[.text(labels.nothing, .dim)]]
        }
        // The only share is all there is.
        guard shares.count > 1 || !amounts.isEmpty else { return rows }
        let amount = amounts.isEmpty ? "" : Won(amounts.reduce(0, +)).text
        return rows + [
            [
                .skip(ShareChart.sample + 1), .text(labels.total, .dim),
                .skip(columns.name - labels.total.columns + 1),
                .text(columns.count(labels.count(total)), .dim), .skip(1), .whole(amount, Style(.price)),
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
            name = (shares.map(\.name) + [labels.total]).map(\.columns).max() ?? 0
            let total = shares.map(\.count).reduce(0, +)
            count = (shares.map(\.count) + [total]).map { labels.count($0).columns }.max() ?? 0
        }

        func count(_ text: String) -> String { text.right(columns: count) }
        func percent(_ share: Int) -> String { "\(share)%".right(columns: LegendColumns.percent) }
    }
}

/// A bar that shows a count in proportion to a maximum. It is drawn with Braille dots like a pie, since block characters
/// are two columns wide in some terminals.
struct Bar {
    let count: Int
    var maximum = Bar.maxStock
    let columns: Int

    /// The maximum stock of a fruit and of a drink.
    private static let maxStock = FruitStock.counts.upperBound
    static let widest = 50
    static let digits = 3
    private static let narrowest = 5

    /// The number of filled half columns, rounded up, so that a single piece is already visible.
    var filled: Int {
        guard maximum > 0 else { return 0 }
        let there = min(max(0, count), maximum)
        return (there * columns * 2 + maximum - 1) / maximum
    }

    func add(to line: inout LineBuilder) {
        guard columns >= Bar.narrowest else { return }
        let (whole, half) = filled.quotientAndRemainder(dividingBy: 2)
        let text = String(repeating: Bar.full, count: whole) + (half > 0 ? String(Bar.half) : "")
        line.left(text, Style(.good, .bold))
        line.left(String(repeating: Bar.free, count: columns - whole - half), .dim)
    }

    private static let full: Character = "\u{28FF}"
    private static let half: Character = "\u{28C7}"
    private static let free: Character = "\u{28C0}"

    /// Returns `line` without bars and pies, for those who hear it: the number beside them says the same.
    static func left(outOf line: Line) -> Line {
        let spans = line.spans.filter { !isDrawn($0.text) }
        return Line(fill: line.fill, spans: spans, pictures: line.pictures, zones: line.zones)
    }

    private static func isDrawn(_ text: String) -> Bool {
        text.unicodeScalars.contains { Dots.all.contains($0) }
            && text.unicodeScalars.allSatisfy { $0 == " " || Dots.all.contains($0) }
    }
}
