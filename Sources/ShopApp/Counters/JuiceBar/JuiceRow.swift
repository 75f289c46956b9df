import Canvas
import Domain
import TerminalText

/// The line of one juice: its name, what it takes, whether it can be made now, and its price.
struct JuiceRow {
    let context: RowContext
    let appearance: JuiceAppearance

    func lines(of juice: Juice) -> [Line] {
        let (layout, words) = (context.layout, context.words)
        var line = LineBuilder(width: layout.width, margin: layout.margin)
        let isTiny = layout.width < JuiceColumns.tiny
        let gap = isTiny ? 1 : 2
        // Where there is no room for both, the price of what cannot be had matters less.
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

/// The line of one fruit: its name, how much of it there is as a bar, and the same as a number.
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

/// The columns that names share, so that what follows them stands below each other.
enum JuiceColumns {
    /// Below this many columns words are shorter.
    static let narrow = 60
    /// Below this many, there are fewer of them.
    static let tiny = 36
    private static let names = Localized(korean: 16, english: 25)
    private static let namesWhereNarrow = 12

    static func gap(after name: PlainText, _ context: RowContext) -> Int {
        let columns = context.layout.width < narrow ? namesWhereNarrow : names[context.words.language]
        return max(2, columns - name.columns)
    }
}
