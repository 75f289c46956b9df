import Canvas
import Domain
import ShopClient
import TerminalText

/// The row of a dish: title and price, below them description and badges; on the left the picture.
struct DishRow {
    let context: RowContext

    private var layout: ListLayout { context.layout }

    func lines(of dish: Dish) -> [Line] { context.lines { addText(of: dish, $0, to: &$1) } }

    private func addText(of dish: Dish, _ index: Int, to line: inout LineBuilder) {
        switch (index, layout.density) {
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
            // That it is sold out matters more than its price.
            addSoldOut(to: &line)
        } else {
            let style = context.isSpoken ? Style(.price) : DishRow.priceStyle(of: dish)
            line.right(dish.priceText(in: context.words.language), style, gap: gap)
            if dish.isSoldOut, layout.density == .oneLine { addSoldOut(to: &line) }
        }
        if layout.density == .oneLine { line.mark(context.mark) }
        if let original = dish.reducedFrom, line.room > DishRow.roomForOriginalPrice {
            let spoken = context.isSpoken ? context.words.say("할인 전 \(original.text)", "\(original.text) before") : nil
            line.right(spoken ?? original.grouped, .dim, gap: 2)
        }
        if layout.density == .oneLine { addCount(of: dish, to: &line) }
        line.left(dish.title(in: context.words.language).string, dish.isSoldOut ? .dim : .bold)
    }

    private func addCount(of dish: Dish, to line: inout LineBuilder) {
        guard let left = DishRow.left(of: dish, context.words), line.room > DishRow.roomForOriginalPrice else { return }
        line.right(left, DishRow.leftStyle, gap: 2)
    }

    private func addBadges(of dish: Dish, to line: inout LineBuilder) {
        line.mark(context.mark)
        if dish.isSoldOut { addSoldOut(to: &line) } else { addCount(of: dish, to: &line) }
        for badge in DishRow.badges(of: dish, in: context.words.language).reversed() {
            line.right(" \(badge.text) ", badge.style, gap: 1)
        }
    }

    private func addSoldOut(to line: inout LineBuilder) {
        line.right(DishRow.soldOut(context.words), DishRow.soldOutStyle, gap: 1)
    }

    /// Returns the badges to show, with their styles; "sold out" has its own. Leaves out that badge if the sold-out
    /// mark is already shown.
    static func badges(of dish: Dish, in language: Language) -> ArraySlice<(text: PlainText, style: Style)> {
        zip(dish.badges, language.texts(dish.badges, english: dish.labelsInEnglish.badges))
            .filter { !(dish.isSoldOut && $0.0 == soldOutBadge) }
            .map { own, shown in (shown, own == soldOutBadge ? soldOutStyle : Style(.accent, .reverse)) }
            .prefix(maxBadges)
    }

    /// Returns the mark of a dish that cannot be ordered.
    static func soldOut(_ words: Words) -> String { " \(LocalizedText.soldOut[words.language]) " }
    static let soldOutStyle = Style(.bad, .reverse)

    /// Returns how many are left, if these are few; `nil` if they are not counted, or sold out.
    static func left(of dish: Dish, _ words: Words) -> String? {
        guard let count = dish.count, !dish.isSoldOut, (1...Dish.maxShownCount).contains(count) else { return nil }
        return LocalizedText("\(count)개 남음", "\(count) left")[words.language]
    }
    static let leftStyle = Style(.bad)

    static func priceStyle(of dish: Dish) -> Style { dish.isSoldOut ? .dim : Style(.price, .bold) }

    private static let soldOutBadge: PlainText = "품절"
    private static let maxBadges = 3
    /// The minimum width for delivery types beside the badges.
    private static let widthForDelivery = 96
    /// The columns left for the title when the original price is shown.
    private static let roomForOriginalPrice = 30
}

extension LocalizedText {
    static let soldOut = LocalizedText("품절", "sold out")
}

// The texts of a dish by language.
extension Dish {
    func title(in language: Language) -> PlainText { language.text(title, english: titleInEnglish) }
    func description(in language: Language) -> PlainText { language.text(description, english: descriptionInEnglish) }

    /// Returns the delivery types in one line; each Korean one is a single word.
    func delivery(in language: Language) -> String {
        language.texts(deliveryTypes, english: labelsInEnglish.deliveryTypes).map(\.string)
            .joined(separator: language.say(" ", ", "))
    }
}

extension DishDetail {
    func description(in language: Language) -> PlainText { language.text(description, english: english.description) }
    func deliveryInfo(in language: Language) -> PlainText { language.text(deliveryInfo, english: english.deliveryInfo) }
    func deliveryFee(in language: Language) -> PlainText { language.text(deliveryFee, english: english.deliveryFee) }
}

extension DishDraft {
    func title(in language: Language) -> PlainText { language.text(title, english: titleInEnglish) }
}

extension Dish {
    /// Returns the text for the clipboard: the title and the price.
    func copiedLines(_ words: Words) -> [String] { ["\(title(in: words.language)) \(priceText(in: words.language))"] }
}
