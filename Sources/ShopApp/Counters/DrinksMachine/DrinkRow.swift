import Canvas
import Domain
import ShopClient
import TerminalText

/// The row of a drink: its name, availability and price; below them its traits and the count; on the left its picture.
struct DrinkRow {
    let context: RowContext
    let appearance: DrinksAppearance

    /// Below this width texts are abbreviated.
    private static let narrow = 60
    /// Below this width most texts are omitted.
    private static let tiny = 36

    private var layout: ListLayout { context.layout }
    private var words: Words { context.words }
    private var isTiny: Bool { layout.width < DrinkRow.tiny }

    func lines(of drink: Drink) -> [Line] { context.lines { addText(of: drink, $0, to: &$1) } }

    private func addText(of drink: Drink, _ index: Int, to line: inout LineBuilder) {
        switch (index, layout.density) {
        case (0, _): addTitle(of: drink, to: &line)
        case (1, .spacious) where layout.picture != nil:
            addStock(of: drink, to: &line)
            line.left(maker(of: drink), .dim)
        case (1, .twoLines), (1, .spacious):
            addStock(of: drink, to: &line)
            line.left(maker(of: drink), .dim, gap: 2)
            addTraits(of: drink, to: &line)
        case (2, .spacious) where layout.picture != nil: addTraits(of: drink, to: &line)
        default: break
        }
    }

    private func addTitle(of drink: Drink, to line: inout LineBuilder) {
        let offer = appearance.offer(of: drink)
        let gap = isTiny ? 1 : 2
        let canBeHad = offer == .affordable || offer == .buying
        // Without room for both, the price of an unavailable drink matters less.
        if !isTiny || (offer != .soldOut && offer != .expired) {
            line.right(drink.price.text, canBeHad ? Style(.price, .bold) : Style(.price), gap: gap)
        }
        add(offer, gap, to: &line)
        line.left(drink.title[words.language].string, offer == .soldOut || offer == .expired ? .dim : .bold)
    }

    private func add(_ offer: DrinksAppearance.Offer, _ gap: Int, to line: inout LineBuilder) {
        switch offer {
        case .soldOut, .expired: line.right(" \(words.drinks.offer(offer)) ", Style(.bad, .reverse), gap: gap)
        case .affordable, .buying:
            line.right(isTiny ? DrinkRow.mark : words.drinks.offer(offer), Style(.good, .bold), gap: gap)
        case .insufficientBalance(let missing):
            guard missing != nil, !isTiny else { return }
            let isNarrow = layout.width < DrinkRow.narrow
            line.right(words.drinks.offer(isNarrow ? .insufficientBalance(missing: nil) : offer), .dim, gap: gap)
        }
    }

    /// The mark of a drink that can be bought, if there is no room for words.
    private static let mark = "O"

    private func addStock(of drink: Drink, to line: inout LineBuilder) {
        if drink.count > 0 { line.right(words.drinks.left(drink.count), .dim, gap: 2) }
    }

    private func maker(of drink: Drink) -> String {
        let volume = "\(drink.volume) mL"
        // The traits of the drink matter more than its maker.
        return layout.width < DrinkRow.narrow ? volume : "\(drink.maker[words.language])  \(volume)"
    }

    /// Appends as many traits as fit, the most important first.
    private func addTraits(of drink: Drink, to line: inout LineBuilder) {
        for (number, trait) in words.drinks.traits(drink).enumerated() {
            guard number == 0 || trait.columns <= line.room else { return }
            line.left(trait, number == 0 && drink.isHot ? Style(.accent, .bold) : .dim, gap: 2)
        }
    }
}

/// The pane beside the list that shows the selected drink on a wide screen.
struct DrinkPane: ListAccessory {
    let drink: Drink
    let offer: DrinksAppearance.Offer
    let frame: Rectangle
    let picture: PanePicture?

    init?(_ list: SectionedList, _ appearance: DrinksAppearance, _ known: [PictureRequest: PictureState]) {
        guard let frame = list.layout.pane, let drink = list.selected(Drink.self) else { return nil }
        self.drink = drink
        self.frame = frame
        offer = appearance.offer(of: drink)
        picture = PanePicture(list, known)
    }

    func draw(_ words: Words) -> LayerPicture {
        var pane = Pane(frame)
        pane.picture(picture, in: words.language)
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
