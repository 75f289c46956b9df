import Canvas
import Domain
import ShopClient
import TerminalText

/// The pane beside the list that shows the ingredients of the selected juice and their stock on a wide screen.
struct JuicePane: ListAccessory {
    private let juice: Juice
    private let fruits: [FruitStock]
    private let place: Rectangle

    init?(_ list: SectionedList) {
        guard let place = list.layout.pane, let juice = list.selected(Juice.self) else { return nil }
        self.juice = juice
        self.place = place
        let needed = JuiceAppearance.ordered(juice.needs).map(\.key)
        let there = list.section(.fruits)?.rows.array(of: FruitStock.self) ?? []
        fruits = needed.compactMap { id in there.first { $0.id == id } }
    }

    func draw(_ words: Words) -> LayerPicture {
        var pane = Pane(place)
        pane.text(juice.name(in: words.language).string, .bold, limit: 3)
        pane.line { line in
            line.left(juice.price.text, juice.available ? Style(.price, .bold) : .dim, gap: 2)
            if !juice.available { line.left(" \(words.juice.unavailable) ", Style(.bad, .reverse)) }
        }
        pane.blank()
        pane.line { $0.left(words.juice.takes, .dim) }
        for fruit in fruits { add(fruit, fruit.name(in: words.language), to: &pane) }
        return pane.picture
    }

    /// Appends the needed amount and the stock of a fruit.
    private func add(_ fruit: FruitStock, _ name: PlainText, to pane: inout Pane) {
        let needed = juice.needs[fruit.id] ?? 0
        pane.line { line in
            let style = needed > fruit.count ? Style(.bad, .bold) : Style(.price, .bold)
            line.right("\(needed) / \(fruit.count)", style, gap: 2)
            line.left(name.string, .plain, gap: max(2, JuicePane.names - name.columns))
            Bar(count: fruit.count, columns: line.room).add(to: &line)
        }
    }

    private static let names = 12
}
