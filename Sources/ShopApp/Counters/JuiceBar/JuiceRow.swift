import Canvas
import Domain
import ShopClient
import TerminalText

/// The row of a juice: its name, ingredients, availability and price. The ingredients stand below where there is room.
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
        let needs = appearance.words(for: juice.needs, in: words.language)
        guard layout.hasDetailLine else {
            if line.room >= min(needs.columns, JuiceColumns.leastOfNeeds) { line.left(needs, .dim) }
            return layout.padded([line.line])
        }
        var below = LineBuilder(width: layout.width, margin: layout.margin)
        below.left(needs, .dim)
        return layout.padded([line.line, below.line])
    }
}

/// The row of a fruit: its name, and its stock as a bar and a number. The bar stands below where there is room.
struct FruitRow {
    let context: RowContext

    func lines(of fruit: FruitStock) -> [Line] {
        let layout = context.layout
        let name = fruit.name(in: context.words.language)
        var line = LineBuilder(width: layout.width, margin: layout.margin)
        let count = String(fruit.count)
        line.right(
            count.right(columns: Bar.digits), fruit.count > 0 ? Style(.price, .bold) : Style(.bad, .bold), gap: 2)
        line.left(name.string, fruit.count > 0 ? .bold : .dim, gap: JuiceColumns.gap(after: name, context))
        guard layout.hasDetailLine else {
            Bar(count: fruit.count, columns: min(line.room, Bar.widest)).add(to: &line)
            return layout.padded([line.line])
        }
        var below = LineBuilder(width: layout.width, margin: layout.margin)
        Bar(count: fruit.count, columns: min(below.room, Bar.widest)).add(to: &below)
        return layout.padded([line.line, below.line])
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
    /// The columns of the ingredients that say anything.
    static let leastOfNeeds = 8

    static func gap(after name: PlainText, _ context: RowContext) -> Int {
        let columns = context.layout.width < narrow ? namesWhereNarrow : names[context.words.language]
        return max(2, columns - name.columns)
    }
}

/// The state that the rows of the juice bar show in addition to the juices.
struct JuiceAppearance: Hashable, Sendable {
    var names: [FruitID: LocalizedText] = [:]
    var making: JuiceID?

    /// The maximum number of fruits handled: more than any bar has.
    static let maxFruits = 100

    init(names: [FruitID: LocalizedText] = [:], making: JuiceID? = nil) {
        self.names = names
        self.making = making
    }

    /// Returns the name of `fruit`; its identifier while the name is unknown.
    func name(of fruit: FruitID, in language: Language) -> String {
        names[fruit]?[language] ?? PlainText(fruit.name).string
    }

    /// Returns the amounts of `fruits` as text, largest first: "딸기 10 + 바나나 1".
    func words(for fruits: [FruitID: Int], in language: Language) -> String {
        JuiceAppearance.ordered(fruits).map { "\(name(of: $0.key, in: language)) \($0.value)" }.joined(separator: " + ")
    }

    /// Returns the fruits by descending amount, then by name, limited to as many as anyone would read.
    static func ordered(_ fruits: [FruitID: Int]) -> [(key: FruitID, value: Int)] {
        let sorted = fruits.sorted { ($1.value, $0.key.name) < ($0.value, $1.key.name) }
        return Array(sorted.prefix(maxNamed))
    }

    private static let maxNamed = 8
}

extension [FruitStock] {
    var names: [FruitID: LocalizedText] {
        let names = prefix(JuiceAppearance.maxFruits).map { fruit in
            (fruit.id, LocalizedText(fruit.name.string, fruit.name(in: .english).string))
        }
        return Dictionary(names) { first, _ in first }
    }
}

// The names of juices and fruits by language.
extension Juice {
    func name(in language: Language) -> PlainText { language.text(name, english: nameInEnglish) }
}

extension FruitStock {
    func name(in language: Language) -> PlainText { language.text(name, english: nameInEnglish) }
}

extension JuiceDraft {
    func name(in language: Language) -> PlainText { item.title(in: language) }
}
