import Canvas
import Domain

/// A chart of the sales by kind of drink.
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
