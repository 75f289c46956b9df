import Canvas
import Domain
import ShopClient
import TerminalText

/// The pane beside the list that shows the selected drink on a wide screen.
struct DrinkPane: ListAccessory {
    let drink: Drink
    let offer: DrinksAppearance.Offer
    let place: Rectangle
    let picture: PanePicture?

    init?(_ list: SectionedList, _ appearance: DrinksAppearance, _ known: [PictureRequest: PictureState]) {
        guard let place = list.layout.pane, let drink = list.selected(Drink.self) else { return nil }
        self.drink = drink
        self.place = place
        offer = appearance.offer(of: drink)
        picture = PanePicture(list, known)
    }

    func draw(_ words: Words) -> LayerPicture {
        var pane = Pane(place)
        pane.picture(picture)
        pane.text(drink.title[words.language].string, .bold, limit: 3)
        pane.line { line in
            line.left(drink.price.text, Style(.price, .bold), gap: 2)
            addOffer(words, to: &line)
        }
        pane.blank()
        pane.line { $0.left("\(drink.maker[words.language])  \(drink.volume) mL", .dim) }
        for trait in words.drinks.traits(drink) { pane.text(trait, .plain, limit: 2) }
        if drink.count > 0 {
            pane.blank()
            pane.line { $0.left(words.drinks.left(drink.count), .dim) }
        }
        return pane.picture
    }

    private func addOffer(_ words: Words, to line: inout LineBuilder) {
        switch offer {
        case .soldOut, .expired: line.left(" \(words.drinks.offer(offer)) ", Style(.bad, .reverse))
        case .affordable, .buying: line.left(words.drinks.offer(offer), Style(.good, .bold))
        case .insufficientBalance(let missing): if missing != nil { line.left(words.drinks.offer(offer), .dim) }
        }
    }
}
