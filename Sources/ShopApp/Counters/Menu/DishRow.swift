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
        case (1, .spacious) where layout.picture != nil:
            line.left(dish.description(in: context.words.language).string, .dim)
        case (1, .twoLines), (1, .spacious):
            addBadges(of: dish, to: &line)
            if layout.width >= DishRow.widthForDelivery {
                line.right(dish.delivery(in: context.words.language), .dim, gap: 2)
            }
            line.left(dish.description(in: context.words.language).string, .dim)
        case (2, .spacious) where layout.picture != nil:
            addBadges(of: dish, to: &line)
            line.left(dish.delivery(in: context.words.language), .dim)
        default: break
        }
    }

    private func addTitle(of dish: Dish, to line: inout LineBuilder) {
        let gap = layout.density == .oneLine ? 1 : 2
        if dish.isSoldOut, layout.isNarrow {
            // Why it cannot be had matters more than what it would cost.
            addSoldOut(to: &line)
        } else {
            line.right(dish.price.text, DishRow.priceStyle(of: dish), gap: gap)
            if dish.isSoldOut, layout.density == .oneLine { addSoldOut(to: &line) }
        }
        if layout.density == .oneLine { line.mark(context.mark) }
        if let original = dish.reducedFrom, line.room > DishRow.roomForOriginalPrice {
            line.right(original.grouped, .dim, gap: 2)
        }
        line.left(dish.title(in: context.words.language).string, .bold)
    }

    private func addBadges(of dish: Dish, to line: inout LineBuilder) {
        line.mark(context.mark)
        if dish.isSoldOut { addSoldOut(to: &line) }
        for badge in DishRow.badges(of: dish, in: context.words.language).reversed() {
            line.right(" \(badge.text) ", badge.style, gap: 1)
        }
    }

    private func addSoldOut(to line: inout LineBuilder) {
        line.right(DishRow.soldOut(context.words), DishRow.soldOutStyle, gap: 1)
    }

    /// The badges that are shown, with their styles: sold out is the one that is bad news. Not one that says what the
    /// dish's own mark says already.
    static func badges(of dish: Dish, in language: Language) -> ArraySlice<(text: PlainText, style: Style)> {
        zip(dish.badges, language.texts(dish.badges, english: dish.labelsInEnglish.badges))
            .filter { !(dish.isSoldOut && $0.0 == soldOutBadge) }
            .map { own, shown in (shown, own == soldOutBadge ? soldOutStyle : Style(.accent, .reverse)) }
            .prefix(mostBadges)
    }

    /// The mark of a dish that cannot be ordered.
    static func soldOut(_ words: Words) -> String { " \(LocalizedText.soldOut[words.language]) " }
    static let soldOutStyle = Style(.bad, .reverse)

    static func priceStyle(of dish: Dish) -> Style { dish.isSoldOut ? .dim : Style(.price, .bold) }

    private static let soldOutBadge: PlainText = "품절"
    private static let mostBadges = 3
    /// From this width on delivery types have room beside the badges.
    private static let widthForDelivery = 96
    /// Columns that a title should keep beside an original price.
    private static let roomForOriginalPrice = 30
}

extension LocalizedText {
    static let soldOut = LocalizedText("품절", "sold out")
}
