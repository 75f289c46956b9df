import Canvas
import Domain
import ShopClient
import TerminalText

/// The pane beside the list that shows the selected dish on a wide screen.
struct DishPane: ListAccessory {
    let dish: Dish
    let place: Rectangle
    let picture: PanePicture?
    /// Whether the dish has a page with details.
    let hasPage: Bool

    init?(_ list: SectionedList, _ known: [PictureRequest: PictureState], hasPage: Bool = true) {
        guard let place = list.layout.pane, let dish = list.selected(Dish.self) else { return nil }
        self.dish = dish
        self.place = place
        picture = PanePicture(list, known)
        self.hasPage = hasPage
    }

    func draw(_ words: Words) -> LayerPicture {
        var pane = Pane(place)
        pane.picture(picture)
        pane.text(dish.title(in: words.language).string, .bold, limit: 3)
        pane.line { line in
            if let original = dish.reducedFrom { line.left(original.grouped, .dim, gap: 2) }
            line.left(dish.price.text, DishRow.priceStyle(of: dish), gap: 2)
            if dish.isSoldOut { line.left(DishRow.soldOut(words), DishRow.soldOutStyle) }
        }
        pane.blank()
        pane.text(dish.description(in: words.language).string)
        addLabels(words, to: &pane)
        guard hasPage else { return pane.picture }
        pane.blank()
        pane.line { $0.left("\(words.key(.open, in: .menuList)) \(words.dishPage)", .dim) }
        return pane.picture
    }

    private func addLabels(_ words: Words, to pane: inout Pane) {
        let badges = DishRow.badges(of: dish, in: words.language)
        let delivery = dish.delivery(in: words.language)
        guard !badges.isEmpty || !delivery.isEmpty else { return }
        pane.blank()
        var hasDelivery = delivery.isEmpty
        pane.line { line in
            for badge in badges where badge.text.columns + 2 <= line.room {
                line.left(" \(badge.text) ", badge.style, gap: 1)
            }
            guard !hasDelivery, delivery.columns <= line.room else { return }
            line.left(delivery, .dim)
            hasDelivery = true
        }
        if !hasDelivery { pane.text(delivery, .dim, limit: 2) }
    }
}

extension Words {
    fileprivate var dishPage: String { LocalizedText("자세히 보기", "tells more")[language] }
}
