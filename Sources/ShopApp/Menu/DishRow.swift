import Canvas
import ShopModels
import TerminalText

/// The lines of one dish: title and price, below them description and badges.
struct DishRow {
    let layout: MenuLayout

    func lines(of dish: Dish) -> [Line] {
        switch layout.density {
        case .oneLine: [titleLine(dish)]
        case .twoLines: [titleLine(dish), descriptionLine(dish)]
        case .spacious: [titleLine(dish), descriptionLine(dish), .blank]
        }
    }

    private func titleLine(_ dish: Dish) -> Line {
        var line = LineBuilder(width: layout.width, margin: layout.margin)
        line.right(dish.price.text, Style(.price, .bold), gap: layout.density == .oneLine ? 1 : 2)
        if let original = dish.reducedFrom, line.room > DishRow.roomForOriginalPrice {
            line.right(original.grouped, .dim, gap: 2)
        }
        line.left(dish.title.string, .bold)
        return line.line
    }

    private func descriptionLine(_ dish: Dish) -> Line {
        var line = LineBuilder(width: layout.width, margin: layout.margin)
        for badge in dish.badges.prefix(DishRow.mostBadges).reversed() {
            line.right(" \(badge) ", DishRow.chip(badge), gap: 1)
        }
        if layout.showsDelivery {
            line.right(dish.deliveryTypes.map(\.string).joined(separator: " "), .dim, gap: 2)
        }
        line.left(dish.description.string, .dim)
        return line.line
    }

    /// Sold out is the one badge that is bad news.
    static func chip(_ badge: PlainText) -> Style {
        Style(badge == soldOut ? .bad : .accent, .reverse)
    }

    private static let soldOut: PlainText = "품절"
    static let mostBadges = 3
    /// Columns that a title should keep beside an original price.
    private static let roomForOriginalPrice = 30
}
