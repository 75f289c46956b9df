import Canvas
import ShopModels
import TerminalText

/// The line of one drink: its name and its price.
struct DrinkRow {
    let layout: MenuLayout

    func lines(of drink: Drink) -> [Line] {
        var line = LineBuilder(width: layout.width, margin: layout.margin)
        line.right(drink.price.text, Style(.price, .bold))
        line.left(drink.name.string, .bold)
        return [line.line] + Array(repeating: .blank, count: layout.rowHeight - 1)
    }
}
