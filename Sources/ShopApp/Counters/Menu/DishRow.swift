import Canvas
import Domain
import ShopClient
import TerminalText

/// The lines of one dish: title and price, below them description and badges; at their left the picture.
struct DishRow {
    let context: RowContext

    private var layout: ListLayout { context.layout }

    func lines(of dish: Dish) -> [Line] { context.lines { addText(of: dish, $0, to: &$1) } }

    private func addText(of dish: Dish, _ number: Int, to line: inout LineBuilder) {
        switch (number, layout.density) {
        case (0, _): addTitle(of: dish, to: &line)
        case (1, .spacious) where layout.picture != nil: line.left(dish.description.string, .dim)
        case (1, .twoLines), (1, .spacious):
            addBadges(of: dish, to: &line)
            if layout.width >= DishRow.widthForDelivery { line.right(DishRow.delivery(of: dish), .dim, gap: 2) }
            line.left(dish.description.string, .dim)
        case (2, .spacious) where layout.picture != nil:
            addBadges(of: dish, to: &line)
            line.left(DishRow.delivery(of: dish), .dim)
        default: break
        }
    }

    private func addTitle(of dish: Dish, to line: inout LineBuilder) {
        line.right(dish.price.text, Style(.price, .bold), gap: layout.density == .oneLine ? 1 : 2)
        if layout.density == .oneLine { line.mark(context.mark) }
        if let original = dish.reducedFrom, line.room > DishRow.roomForOriginalPrice {
            line.right(original.grouped, .dim, gap: 2)
        }
        line.left(dish.title.string, .bold)
    }

    private func addBadges(of dish: Dish, to line: inout LineBuilder) {
        line.mark(context.mark)
        for badge in dish.badges.prefix(DishRow.mostBadges).reversed() {
            line.right(" \(badge) ", DishRow.chip(badge), gap: 1)
        }
    }

    private static func delivery(of dish: Dish) -> String {
        dish.deliveryTypes.map(\.string).joined(separator: " ")
    }

    /// Sold out is the one badge that is bad news.
    static func chip(_ badge: PlainText) -> Style {
        Style(badge == soldOut ? .bad : .accent, .reverse)
    }

    private static let soldOut: PlainText = "품절"
    static let mostBadges = 3
    /// From this width on delivery types have room beside the badges.
    private static let widthForDelivery = 96
    /// Columns that a title should keep beside an original price.
    private static let roomForOriginalPrice = 30
}
