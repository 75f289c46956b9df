import Canvas
import Domain
import Foundation
import TerminalText

/// The rows of the keeper's list of drinks, with the columns of its view; each column is as wide as its widest entry.
struct AdminDrinkRow {
    private let words: Words
    private let width: Int
    private let margin: Int
    private let view: AdminScreen.View
    // Widths in columns.
    private let gap: Int
    private var names = 0
    private var bar = 0
    private var numbers = 0
    private var details = 0

    /// Below this width texts are abbreviated.
    private static let narrow = 60
    /// Below this width most texts are omitted.
    private static let tiny = 36
    private static let minBarWidth = 5

    /// Creates the rows. `drinks` are all drinks of the list, which determine the column widths.
    init(words: Words, width: Int, margin: Int, view: AdminScreen.View, drinks: [Drink]) {
        (self.words, self.width, self.margin, self.view) = (words, width, margin, view)
        gap = width < AdminDrinkRow.tiny ? 1 : 2
        let maxExpired = drinks.lazy.map(\.expired).max() ?? 0
        switch view {
        case .stock: (numbers, details) = (Bar.digits, badge(maxExpired).columns)
        case .expired:
            numbers = words.drinks.cups(maxExpired).columns
            details = drinks.reduce(0) { max($0, date(of: $1).columns) }
        case .hot: details = drinks.reduce(0) { max($0, temperature(of: $1).columns) }
        case .sales: break
        }
        let others = [numbers, details].filter { $0 > 0 }.map { $0 + gap }.reduce(0, +)
        let room = width - 2 * margin - others
        let kept = view == .stock && width >= AdminDrinkRow.tiny ? AdminDrinkRow.minBarWidth + gap : 0
        names = max(0, min(drinks.lazy.map { $0.title[words.language].columns }.max() ?? 0, room - kept))
        if view == .stock { bar = min(room - names - gap, Bar.widest) }
    }

    func line(of drink: Drink) -> Line {
        var line = LineBuilder(width: width, margin: margin)
        add(drink.title[words.language].string, drink.count > 0 || view == .expired ? .bold : .dim, names, to: &line)
        switch view {
        case .stock: addStock(of: drink, to: &line)
        case .expired:
            add(date(of: drink), .dim, details, to: &line)
            let count = words.drinks.cups(drink.expired)
            add(count.right(columns: numbers), Style(.bad, .bold), numbers, to: &line)
        case .hot: add(temperature(of: drink), Style(.accent, .bold), details, to: &line)
        case .sales: break
        }
        return line.line
    }

    private func addStock(of drink: Drink, to line: inout LineBuilder) {
        if bar >= AdminDrinkRow.minBarWidth {
            Bar(count: drink.count, columns: bar).add(to: &line)
            line.skip(gap)
        }
        let style = Style(drink.count > 0 ? .price : .bad, .bold)
        add(String(drink.count).right(columns: numbers), style, numbers, to: &line)
        add(badge(drink.expired), Style(.bad, .reverse), details, to: &line)
    }

    /// Appends `text` in a column of that width, and the gap behind it.
    private func add(_ text: String, _ style: Style, _ columns: Int, to line: inout LineBuilder) {
        let shown = text.truncated(columns: columns)
        line.left(shown, style)
        line.skip(columns - shown.columns + gap)
    }

    // MARK: - Texts

    private func badge(_ expired: Int) -> String {
        guard expired > 0 else { return "" }
        // No sign of more: these are no stock.
        if width < AdminDrinkRow.tiny { return " !\(expired) " }
        let isNarrow = width < AdminDrinkRow.narrow
        return " \(isNarrow ? words.drinks.expiredBriefly(expired) : words.drinks.expired(expired)) "
    }

    /// Returns the expiry date if every cup of the drink has expired. Otherwise only the next expiry date is known, so
    /// it returns how many can be sold.
    private func date(of drink: Drink) -> String {
        guard width >= AdminDrinkRow.tiny else { return "" }
        guard drink.hasOnlyExpired else { return words.drinks.left(drink.count) }
        guard let day = drink.expiresOn else { return "" }
        return width < AdminDrinkRow.narrow ? day.dashed : words.drinks.traits(drink).first ?? ""
    }

    private func temperature(of drink: Drink) -> String { words.drinks.traits(drink).first ?? "" }
}

struct AdminSaleRow {
    let words: Words
    let width: Int
    let margin: Int
    /// The time zone of displayed times.
    let zone: TimeZone

    private static let tiny = 36

    /// Returns the row of a sale: drink, time and price.
    func line(of purchase: DrinkPurchase) -> Line {
        var line = LineBuilder(width: width, margin: margin)
        line.right(purchase.price.text, Style(.price), gap: width < AdminSaleRow.tiny ? 1 : 2)
        if width >= AdminSaleRow.tiny { line.right(purchase.boughtAt.moment(in: zone), .dim, gap: 2) }
        line.left(purchase.title[words.language].string, .plain)
        return line.line
    }
}
