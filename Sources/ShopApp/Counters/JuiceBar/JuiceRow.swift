import Canvas
import Domain
import TerminalText

/// The row of a juice: its name, ingredients, availability and price.
struct JuiceRow {
    let context: RowContext
    let appearance: JuiceAppearance

    func lines(of juice: Juice) -> [Line] {
        let (layout, words) = (context.layout, context.words)
        var line = LineBuilder(width: layout.width, margin: layout.margin)
        let isTiny = layout.width < JuiceColumns.tiny
        let gap = isTiny ? 1 : 2
        // Without room for both, the price of an unavailable juice matters less.
        if juice.available || !isTiny {
            line.right(juice.price.text, juice.available ? Style(.price, .bold) : .dim, gap: gap)
        }
        line.mark(context.mark, gap: gap)
        if appearance.making == juice.id, !isTiny {
            line.right(words.juice.making, Style(.accent), gap: gap)
        } else if !juice.available {
            let isNarrow = layout.width < JuiceColumns.narrow
            line.right(
                " \(isNarrow ? words.juice.short : words.juice.unavailable) ", Style(.bad, .reverse), gap: gap)
        }
        let name = juice.name(in: words.language)
        line.left(name.string, juice.available ? .bold : .dim, gap: JuiceColumns.gap(after: name, context))
        line.left(appearance.words(for: juice.needs, in: words.language), .dim)
        return [line.line]
    }
}

/// The row of a fruit: its name, and its stock as a bar and a number.
struct FruitRow {
    let context: RowContext

    func lines(of fruit: FruitStock) -> [Line] {
        let layout = context.layout
        let name = fruit.name(in: context.words.language)
        var line = LineBuilder(width: layout.width, margin: layout.margin)
        let number = String(fruit.count)
        line.right(
            number.right(columns: Bar.digits), fruit.count > 0 ? Style(.price, .bold) : Style(.bad, .bold), gap: 2)
        line.left(name.string, fruit.count > 0 ? .bold : .dim, gap: JuiceColumns.gap(after: name, context))
        Bar(count: fruit.count, columns: min(line.room, Bar.widest)).add(to: &line)
        return [line.line]
    }
}

/// The column widths shared by the names, so that the text behind them is aligned.
enum JuiceColumns {
    /// Below this width texts are abbreviated.
    static let narrow = 60
    /// Below this width most texts are omitted.
    static let tiny = 36
    private static let names = Localized(korean: 16, english: 25)
    private static let namesWhereNarrow = 12

    static func gap(after name: PlainText, _ context: RowContext) -> Int {
        let columns = context.layout.width < narrow ? namesWhereNarrow : names[context.words.language]
        return max(2, columns - name.columns)
    }
}
