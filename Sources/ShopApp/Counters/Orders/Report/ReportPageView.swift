import Canvas
import Domain
import TerminalText

/// The view of a day's report: the totals and the sales by item; the sales by counter, way, payment and hour are beside
/// them on wide screens, otherwise below.
struct ReportPageView {
    let words: Words
    let layout: ListLayout

    /// The minimum width for the counters and hours beside the rest.
    private static let wideFrom = 100
    private static let columnsBeside = 48
    private static let chartHeight = 7
    private static let maxBarWidth = 25
    /// The columns that are kept for a bar before a name is cut.
    private static let narrowestBar = 7
    /// The columns between and beside the parts of a row.
    private static let gaps = 10
    /// Below this width names are abbreviated to leave room for bars.
    private static let narrow = 60
    /// Below this width counts are omitted.
    private static let tiny = 36

    private var isWide: Bool { layout.width >= ReportPageView.wideFrom }
    private var leftWidth: Int { isWide ? layout.width - ReportPageView.columnsBeside : layout.width }
    private var rightWidth: Int { isWide ? ReportPageView.columnsBeside : layout.width }
    private var titleLines: Int { layout.height > 8 ? 2 : 1 }

    var bodyHeight: Int { max(1, layout.height - titleLines) }

    func lineCount(of page: ReportPage) -> Int {
        let (left, right) = columns(of: page, spinner: "")
        return max(left.count, right.count)
    }

    func panels(of page: ReportPage, spinner: String) -> [Panel] {
        let (left, right) = columns(of: page, spinner: spinner)
        let origin = layout.origin
        let body = Point(column: 0, row: origin.row + titleLines)
        var panels = [
            Panel(
                region: Region("report-title"), origin: origin, width: layout.width,
                lines: [title(of: page, spinner)] + Array(repeating: .blank, count: titleLines - 1)),
            Panel(region: Region("report"), origin: body, width: leftWidth, lines: inView(left, page)),
        ]
        if isWide {
            let beside = Point(column: leftWidth, row: body.row)
            panels.append(
                Panel(
                    region: Region("report-beside"), origin: beside, width: rightWidth, lines: inView(right, page)))
        }
        return panels
    }

    private func inView(_ lines: [Line], _ page: ReportPage) -> [Line] {
        let shown = lines.dropFirst(page.top).prefix(bodyHeight)
        return shown + Array(repeating: .blank, count: bodyHeight - shown.count)
    }

    private func columns(of page: ReportPage, spinner: String) -> (left: [Line], right: [Line]) {
        guard let report = page.content, !page.isEmpty else { return (absence(page, spinner), []) }
        let items = sums(of: report, page) + [.blank] + items(of: report)
        let others = [counters(of: report), ways(of: report), payments(of: report), hours(of: report)]
            .filter { !$0.isEmpty }.joined(separator: [.blank]).map(\.self)
        return isWide ? (items, others) : (items + [.blank] + others, [])
    }

    private func line(_ width: Int, _ add: (inout LineBuilder) -> Void) -> Line {
        var builder = LineBuilder(width: width, margin: layout.margin)
        add(&builder)
        return builder.line
    }

    // MARK: - The day

    private func title(of page: ReportPage, _ spinner: String) -> Line {
        line(layout.width) { line in
            if page.failure != nil, page.content != nil {
                line.right(words.retry, Style(.bad), gap: 2, target: ShellTarget.command(.refetch))
            } else if page.isFetching, page.content != nil {
                line.right(spinner, Style(.accent), gap: 2)
            }
            guard page.showsClosings else {
                line.left(words.report.title, Style(.accent, .bold), gap: 2)
                line.left(page.date?.dashed ?? "", .bold, gap: 2)
                if page.subject == .day(nil) { line.left(words.report.today, .dim) }
                return
            }
            line.left(words.report.title(ofClosing: page.closing?.number), Style(.accent, .bold), gap: 2)
            line.left(page.closing.map { words.report.period(of: $0, in: page.zone) } ?? "", .bold)
        }
    }

    /// Returns the lines that explain why there is no report.
    private func absence(_ page: ReportPage, _ spinner: String) -> [Line] {
        if page.isEmpty {
            let sentence = page.showsClosings ? words.report.noClosings : words.report.nothing
            return sentence.wrapped(columns: layout.width - 2 * layout.margin, limit: 3).map { text in
                line(layout.width) { $0.left(text, .dim) }
            }
        }
        guard let failure = page.failure else {
            return [
                line(layout.width) { line in
                    line.left(spinner, Style(.accent), gap: 1)
                    line.left(words.loading, .dim)
                }
            ]
        }
        let sentence = words.failure(failure).wrapped(columns: layout.width - 2 * layout.margin, limit: 3)
        return sentence.map { text in line(layout.width) { $0.left(text, Style(.bad)) } }
            + [line(layout.width) { $0.left(words.retry, Style(.bad, .bold), target: ShellTarget.command(.refetch)) }]
    }

    private func sums(of report: SalesReport, _ page: ReportPage) -> [Line] {
        var sums = [
            (words.orders.total, words.orders.count(report.total.count), report.total.amount, Style(.price, .bold))
        ]
        if report.deliveryFees.amount != 0 { sums.append((words.report.fees, "", report.deliveryFees, .plain)) }
        if page.showsVAT {
            sums.append((words.report.supply, "", Won(report.total.amount.amount - report.vat.amount), .plain))
            sums.append((words.report.vat, "", report.vat, .plain))
        }
        for (name, sum) in [
            (words.orders.state(.cancelled), report.cancelled), (words.report.refunds, report.refunds),
        ] where !sum.isZero {
            sums.append((name, words.orders.count(sum.count), sum.amount, .dim))
        }
        sums += page.closing.map(cash) ?? []
        let counts = sums.map(\.1.columns).max() ?? 0
        let amounts = sums.map(\.2.text.columns).max() ?? 0
        return sums.map { name, count, amount, style in
            line(leftWidth) { line in
                line.right(amount.text.right(columns: amounts), style, gap: 2)
                line.right(count.right(columns: counts), .dim, gap: 2)
                line.left(name, style == .dim ? .dim : .bold)
            }
        }
    }

    /// Returns the cash of a closing: what was taken, and if it was counted, how much that was and the difference.
    private func cash(of closing: Closing) -> [(name: String, count: String, amount: Won, style: Style)] {
        let expected = [(words.report.cashExpected, "", closing.cashExpected, Style.plain)]
        guard let counted = closing.cashCounted, let difference = closing.cashDifference else { return expected }
        let style = Style(difference.amount == 0 ? .good : .bad)
        return expected + [
            (words.report.cashCounted, "", counted, .plain), (words.report.cashDifference, "", difference, style),
        ]
    }

    // MARK: - Sales by item, way, payment and hour

    /// The column widths of a table whose rows each have a bar.
    private struct Table {
        let names: Int
        let counts: Int
        let amounts: Int
        /// The amount of the longest bar, in won.
        let maximum: Int

        init(_ rows: [(name: String, count: String, sum: SalesSum)], width: Int) {
            counts = rows.map(\.count.columns).max() ?? 0
            amounts = rows.map(\.sum.amount.text.columns).max() ?? 0
            let others = counts + amounts + ReportPageView.narrowestBar + ReportPageView.gaps
            let least = width < ReportPageView.narrow ? width / 3 : width * 2 / 5
            names = min(rows.map(\.name.columns).max() ?? 0, max(least, width - others))
            maximum = rows.map(\.sum.amount.amount).max() ?? 0
        }
    }

    private func items(of report: SalesReport) -> [Line] {
        table(
            words.report.byItem,
            report.items.map {
                (
                    words.language.text($0.title, english: $0.titleInEnglish).string, words.count($0.sum.count),
                    $0.sum
                )
            },
            width: leftWidth)
    }

    private func ways(of report: SalesReport) -> [Line] {
        table(
            words.report.byWay,
            report.ways.map { (words.language.fulfillment($0.receive), words.orders.count($0.sum.count), $0.sum) },
            width: rightWidth)
    }

    private func payments(of report: SalesReport) -> [Line] {
        table(
            words.report.byPayment,
            report.payments.map { (words.orders.payment($0.payment), words.orders.count($0.sum.count), $0.sum) },
            width: rightWidth)
    }

    private func hours(of report: SalesReport) -> [Line] {
        guard let first = report.hours.first?.hour, let last = report.hours.last?.hour else { return [] }
        let rows = (first...last).map { hour in
            let sum = report.hours.first { $0.hour == hour }?.sum ?? SalesSum()
            return (words.report.hour(hour), words.orders.count(sum.count), sum)
        }
        return table(words.report.byHour, rows, width: rightWidth)
    }

    private func table(
        _ heading: String, _ rows: [(name: String, count: String, sum: SalesSum)], width: Int
    ) -> [Line] {
        guard !rows.isEmpty else { return [] }
        let table = Table(rows, width: width)
        return [line(width) { $0.left(heading, Style(.accent, .bold)) }]
            + rows.map { row in line(width) { add(row, table, to: &$0) } }
    }

    private func add(
        _ row: (name: String, count: String, sum: SalesSum), _ table: Table, to line: inout LineBuilder
    ) {
        let isNone = row.sum.isZero
        let amount = isNone ? "-" : row.sum.amount.text
        line.right(amount.right(columns: table.amounts), isNone ? .dim : Style(.price), gap: 2)
        if layout.width >= ReportPageView.tiny {
            line.right((isNone ? "" : row.count).right(columns: table.counts), .dim, gap: 2)
        }
        let name = row.name.truncated(columns: table.names)
        line.left(name, isNone ? .dim : .plain, gap: table.names - name.columns + 2)
        Bar(
            count: row.sum.amount.amount, maximum: table.maximum, columns: min(line.room, ReportPageView.maxBarWidth)
        ).add(to: &line)
    }

    // MARK: - Sales by counter

    private func counters(of report: SalesReport) -> [Line] {
        let size = Size(width: rightWidth, height: ReportPageView.chartHeight)
        let labels = ShareChart.Labels(
            count: words.count, total: words.orders.total, nothing: words.drinks.nothingSold)
        let chart = ShareChart(labels: labels, size: size, margin: layout.margin)
        return [line(rightWidth) { $0.left(words.report.byCounter, Style(.accent, .bold)) }]
            + chart.lines(of: ReportPageView.shares(of: report, words.language))
    }

    private static let kinds: [(counter: SalesCounter, name: LocalizedText, pattern: PieChart.Pattern, ink: Ink)] = [
        (.menu, LocalizedText("반찬", "Banchan"), .solid, .accent),
        (.juice, LocalizedText("주스", "Juice"), .stripes, .price),
        (.drinks, LocalizedText("음료", "Drinks"), .sparse, .good),
    ]

    /// Returns the shares of all counters, including those without sales. Counters without a name here are one share.
    private static func shares(of report: SalesReport, _ language: Language) -> [ShareChart.Share] {
        let named = kinds.map { kind in
            let sum = report.counters.first { $0.counter == kind.counter }?.sum ?? SalesSum()
            return ShareChart.Share(
                name: kind.name[language], pattern: kind.pattern, ink: kind.ink, count: sum.count, amount: sum.amount)
        }
        let others = report.counters.filter { sold in !kinds.contains { $0.counter == sold.counter } }.map(\.sum)
        guard !others.isEmpty else { return named }
        return named + [
            ShareChart.Share(
                name: LocalizedText("그 밖", "Others")[language], pattern: .columns, ink: .bad,
                count: others.reduce(0) { $0 + $1.count }, amount: Won(others.reduce(0) { $0 + $1.amount.amount }))
        ]
    }
}
