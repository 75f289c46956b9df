import Canvas
import Domain
import Foundation
import ShopClient
import TerminalText

/// The keeper's screen: the tabs, the list of the current view, and the sales.
struct AdminScreenView {
    let words: Words
    let layout: AdminLayout

    func panels(_ state: AdminScreen, spinner: String) -> [Panel] {
        let tabs = Panel(region: Region("admin-tabs"), place: layout.tabs, lines: [tabs(state)])
        guard let history = state.content?.history else {
            return [tabs, Panel(region: Region("admin-list"), place: layout.body, lines: absence(state, spinner))]
        }
        let chart = layout.chart(state.view)
        let list = layout.list(state.view)
        var panels = [tabs, Panel(region: Region("admin-list"), place: list, lines: lines(state, in: list.size))]
        if chart.size.width > 0 {
            let drawn = SalesChart(words: words, size: chart.size, margin: layout.margin).lines(of: history)
            panels.append(Panel(region: Region("admin-chart"), place: chart, lines: drawn))
        }
        return panels
    }

    /// Returns the cursor position, on the selected drink.
    func cursor(_ state: AdminScreen) -> Point {
        let frame = layout.list(state.view)
        let row = (state.selectedRow ?? 0) - first(state, in: frame.size)
        return Point(column: frame.origin.column, row: frame.origin.row + max(0, min(row, frame.size.height - 1)))
    }

    private func tabs(_ state: AdminScreen) -> Line {
        let shown = state.view
        var line = LineBuilder(width: layout.width, margin: layout.margin)
        let names = AdminScreen.View.allCases.map { (view: $0, name: words.drinks.name(of: $0)) }
        let columns = names.map { $0.name.columns + 3 }.reduce(0, +) - 1
        guard columns <= line.room else {
            line.left(" \(words.drinks.name(of: shown)) ", Style(.accent, [.bold, .reverse]))
            return line.line
        }
        if state.content != nil, state.failure != nil {
            line.right(words.retry, Style(.bad), gap: 2, target: ShellTarget.command(.refetch))
        }
        for (view, name) in names {
            let style = view == shown ? Style(.accent, [.bold, .reverse]) : .dim
            line.left(" \(name) ", style, gap: 1, target: AdminTarget.view(view))
        }
        return line.line
    }

    /// Returns the lines that explain why there is no data.
    private func absence(_ state: AdminScreen, _ spinner: String) -> [Line] {
        guard let failure = state.failure else { return [text("\(spinner) \(words.loading)", .dim)] }
        let sentences = state.isForbidden ? words.drinks.keeperOnly : [words.failure(failure), words.retry]
        return sentences.enumerated().flatMap { number, sentence in
            sentence.wrapped(columns: layout.width - 2 * layout.margin, limit: AdminScreenView.maxLines)
                .map { text($0, number == 0 ? Style(.bad, .bold) : .dim) }
        }
    }

    private static let maxLines = 3

    private func text(_ text: String, _ style: Style) -> Line {
        var line = LineBuilder(width: layout.width, margin: layout.margin)
        line.left(text, style)
        return line.line
    }

    // MARK: - The list

    private func lines(_ state: AdminScreen, in size: Size) -> [Line] {
        let first = first(state, in: size)
        if state.view == .sales {
            let row = AdminSaleRow(words: words, width: size.width, margin: layout.margin, zone: state.zone)
            return state.purchases.dropFirst(first).prefix(size.height).map(row.line)
        }
        let drinks = state.drinks
        guard !drinks.isEmpty else { return [text(words.drinks.nothing(in: state.view), .dim)] }
        let row = AdminDrinkRow(
            words: words, width: size.width, margin: layout.margin, view: state.view, drinks: drinks)
        let selected = state.selectedRow
        return drinks.enumerated().dropFirst(first).prefix(size.height).map { number, drink in
            let line = row.line(of: drink)
            return (number == selected ? line.uniform(.selected) : line)
                .clickable(.all(AdminTarget.drink(drink.id)))
        }
    }

    /// Returns the first visible row: the one that centres the selection as far as possible, or the scroll offset of
    /// the sales.
    private func first(_ state: AdminScreen, in size: Size) -> Int {
        guard state.view != .sales else { return min(state.row, max(0, state.purchases.count - size.height)) }
        guard let selected = state.selectedRow else { return 0 }
        return min(max(0, selected - size.height / 2), max(0, state.drinks.count - size.height))
    }
}

/// The target of a click on the keeper's screen.
enum AdminTarget: ClickTarget {
    case view(AdminScreen.View)
    case drink(DrinkID)

    var isRow: Bool {
        if case .drink = self { true } else { false }
    }
}

struct SalesChart {
    let words: Words
    let size: Size
    let margin: Int

    func lines(of history: DrinksHistory) -> [Line] {
        let labels = ShareChart.Labels(
            count: words.drinks.cups, total: words.drinks.total, nothing: words.drinks.nothingSold)
        return ShareChart(labels: labels, size: size, margin: margin).lines(of: shares(of: history))
    }

    /// Returns the shares of all kinds, including those without sales.
    private func shares(of history: DrinksHistory) -> [ShareChart.Share] {
        DrinkKind.allCases.map { kind in
            let total = history.totals.first { $0.kind == kind }
            let (pattern, ink) = SalesChart.style(of: kind)
            return ShareChart.Share(
                name: kind.heading[words.language].title, pattern: pattern, ink: ink, count: total?.count ?? 0,
                amount: total?.amount ?? Won(0))
        }
    }

    private static func style(of kind: DrinkKind) -> (PieChart.Pattern, Ink) {
        switch kind {
        case .milk: (.solid, .accent)
        case .soda: (.stripes, .price)
        case .coffee: (.sparse, .good)
        }
    }
}
