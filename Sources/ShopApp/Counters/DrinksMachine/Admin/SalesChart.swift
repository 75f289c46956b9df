import Canvas
import Domain
import TerminalText

/// What was bought by kind: the pie, and a legend that says the same in numbers.
struct SalesChart {
    let words: Words
    let size: Size
    let margin: Int

    /// Rows of a pie: with fewer no share could be told, and more do not say more.
    private static let pieRows = 4...14
    /// Columns between pie and legend.
    private static let gap = 2
    /// Columns that the legend needs beside a pie.
    private static let legendColumns = 24
    private static let sample = 2

    private struct Share {
        let kind: DrinkKind
        let pattern: PieChart.Pattern
        let ink: Ink
        let total: DrinkKindTotal
        let percent: Int
    }

    func lines(of history: DrinksHistory) -> [Line] {
        let shares = SalesChart.shares(of: history)
        let pie = PieChart(slices: shares.map { PieChart.Slice(count: $0.total.count, pattern: $0.pattern) })
        let legend = legend(shares)
        if let rows = rowsBesideLegend { return beside(pie, rows, shares, legend) }
        let above = size.height - legend.count - 1
        guard SalesChart.pieRows.contains(min(above, SalesChart.pieRows.upperBound)), pieFits(above) else {
            return legend.map { line($0) }
        }
        let rows = min(above, SalesChart.pieRows.upperBound, (size.width - 2 * margin) / 2)
        return cells(pie, rows, shares).map { line([.skip(margin / 2)] + $0) } + [.blank] + legend.map { line($0) }
    }

    private func pieFits(_ rows: Int) -> Bool {
        min(rows, (size.width - 2 * margin) / 2) >= SalesChart.pieRows.lowerBound
    }

    /// Rows of a pie that the legend stands beside; `nil` where it has to stand below.
    private var rowsBesideLegend: Int? {
        let room = (size.width - 2 * margin - SalesChart.gap - SalesChart.legendColumns) / 2
        let rows = min(size.height, SalesChart.pieRows.upperBound, room)
        guard rows >= SalesChart.pieRows.lowerBound, rows * 2 > size.height || size.height < 8 else { return nil }
        return rows
    }

    private func beside(_ pie: PieChart, _ rows: Int, _ shares: [Share], _ legend: [[Piece]]) -> [Line] {
        let cells = cells(pie, rows, shares)
        let first = max(0, (rows - legend.count) / 2)
        return (0..<max(rows, legend.count)).map { row in
            let left = cells.indices.contains(row) ? cells[row] : [.skip(rows * 2)]
            let text = legend.indices.contains(row - first) ? legend[row - first] : []
            return line(left + [.skip(SalesChart.gap)] + text)
        }
    }

    // MARK: - Pieces

    private enum Piece {
        case text(String, Style)
        /// Only where there is room for all of it.
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

    /// A line a kind, and one for all of them.
    private func legend(_ shares: [Share]) -> [[Piece]] {
        let columns = LegendColumns(shares, words: words)
        let rows = shares.map { share -> [Piece] in
            let name = share.kind.heading.title
            let count = columns.count(words.drinks.cups(share.total.count))
            return [
                .text(share.pattern.sample(SalesChart.sample), Style(share.ink)), .skip(1), .text(name, .bold),
                .skip(columns.name - name.columns + 1),
            ] + (hasRoomForCounts(columns) ? [.text(count, .plain), .skip(1)] : [])
                + [.text(columns.percent(share.percent), .bold)]
        }
        let total = shares.map(\.total.count).reduce(0, +)
        guard total > 0 else { return rows + [[.text(words.drinks.nothingSold, .dim)]] }
        let amount = Won(shares.map(\.total.amount.amount).reduce(0, +))
        return rows + [
            [
                .skip(SalesChart.sample + 1), .text(words.drinks.total, .dim),
                .skip(columns.name - words.drinks.total.columns + 1),
                .text(columns.count(words.drinks.cups(total)), .dim), .skip(1), .whole(amount.text, Style(.price)),
            ]
        ]
    }

    /// The share matters more than the number, where there is not room for both.
    private func hasRoomForCounts(_ columns: LegendColumns) -> Bool {
        SalesChart.sample + 1 + columns.name + 1 + columns.count + 1 + LegendColumns.percent
            <= size.width - 2 * margin
    }

    /// What stands below each other in the legend.
    private struct LegendColumns {
        let name: Int
        let count: Int
        /// "100%"
        static let percent = 4

        init(_ shares: [Share], words: Words) {
            name = shares.map { $0.kind.heading.title.columns }.max() ?? 0
            let total = shares.map(\.total.count).reduce(0, +)
            count = (shares.map(\.total.count) + [total]).map { words.drinks.cups($0).columns }.max() ?? 0
        }

        func count(_ text: String) -> String { LegendColumns.right(text, count) }
        func percent(_ number: Int) -> String { LegendColumns.right("\(number)%", LegendColumns.percent) }

        private static func right(_ text: String, _ columns: Int) -> String {
            String(repeating: " ", count: max(0, columns - text.columns)) + text
        }
    }

    /// All kinds, with those that nobody bought.
    private static func shares(of history: DrinksHistory) -> [Share] {
        let totals = DrinkKind.allCases.map { kind in
            history.totals.first { $0.kind == kind } ?? DrinkKindTotal(kind: kind, count: 0, amount: Won(0))
        }
        let percents = PieChart.percents(of: totals.map(\.count))
        return zip(totals, percents).map { total, percent in
            let (pattern, ink) = look(of: total.kind)
            return Share(kind: total.kind, pattern: pattern, ink: ink, total: total, percent: percent)
        }
    }

    private static func look(of kind: DrinkKind) -> (PieChart.Pattern, Ink) {
        switch kind {
        case .milk: (.solid, .accent)
        case .soda: (.stripes, .price)
        case .coffee: (.sparse, .good)
        }
    }
}
