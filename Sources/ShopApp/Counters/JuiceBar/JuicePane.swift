import Canvas
import Domain
import ShopClient
import TerminalText

/// The pane beside the list on a wide screen. Of a juice it shows its mix, and what of it is in the stock; of a fruit, its
/// stock, and the juices that take it.
struct JuicePane: ListAccessory {
    private enum Subject: Hashable {
        /// A juice, and those of its fruits whose stock is known, the one that it takes most of first.
        case juice(Juice, [FruitStock])
        case fruit(FruitStock, [Juice])
    }

    private let subject: Subject
    private let frame: Rectangle
    private let isKeeper: Bool

    init?(_ list: SectionedList, isKeeper: Bool) {
        guard let frame = list.layout.pane else { return nil }
        if let juice = list.selected(Juice.self) {
            let stock = list.section(.fruits)?.rows.array(of: FruitStock.self) ?? []
            let needed = JuiceAppearance.ordered(juice.needs).map(\.key)
            subject = .juice(juice, needed.compactMap { id in stock.first { $0.id == id } })
        } else if let fruit = list.selected(FruitStock.self) {
            let juices = list.section(.juices)?.rows.array(of: Juice.self) ?? []
            subject = .fruit(fruit, juices.filter { $0.needs[fruit.id] != nil })
        } else {
            return nil
        }
        (self.frame, self.isKeeper) = (frame, isKeeper)
    }

    func draw(_ words: Words) -> LayerPicture {
        var pane = Pane(frame)
        switch subject {
        case .juice(let juice, let fruits): add(juice, fruits, words, to: &pane)
        case .fruit(let fruit, let juices): add(fruit, juices, words, to: &pane)
        }
        guard let hint = hint(words) else { return pane.picture }
        return pane.picture { $0.left(hint, .dim) }
    }

    /// Names what Enter does; `nil` if it only says why it does nothing.
    private func hint(_ words: Words) -> String? {
        switch subject {
        case .juice(let juice, _):
            let key = words.key(.make, in: .juiceList)
            return juice.available ? words.say("\(key) 만들기", "\(key): make it") : nil
        case .fruit:
            let key = words.key(.editStock, in: .onFruit)
            return isKeeper ? words.say("\(key) 재고 수정", "\(key): edit the stock") : nil
        }
    }

    // MARK: - A juice

    private func add(_ juice: Juice, _ fruits: [FruitStock], _ words: Words, to pane: inout Pane) {
        pane.text(juice.name(in: words.language).string, .bold, limit: 3)
        pane.line { line in
            line.left(juice.price.text, juice.available ? Style(.price, .bold) : .dim, gap: 2)
            if !juice.available { line.left(" \(words.juice.unavailable) ", Style(.bad, .reverse)) }
        }
        pane.blank()
        let stock = stock(of: juice, fruits, words)
        pane.add(mix(of: juice, fruits, words, height: frame.size.height - pane.lines.count - stock.count - 3))
        pane.blank()
        pane.add(stock)
    }

    /// Returns the shares of the fruits in a juice as a pie that is at most half as high as the pane.
    private func mix(of juice: Juice, _ fruits: [FruitStock], _ words: Words, height: Int) -> [Line] {
        let shares = fruits.enumerated().map { number, fruit in
            ShareChart.Share(
                name: fruit.name(in: words.language).string, pattern: JuicePane.patterns[number % 3],
                ink: JuicePane.inks[(number + number / 3) % 3], count: juice.needs[fruit.id] ?? 0)
        }
        guard !shares.isEmpty else { return [] }
        let labels = ShareChart.Labels(count: words.count, total: words.orders.total, nothing: "")
        let tallest = frame.size.height / 2
        let size = Size(width: frame.size.width, height: min(height, tallest + shares.count + 2))
        return ShareChart(labels: labels, size: size, margin: Pane.margin, tallest: tallest).lines(of: shares)
    }

    private static let patterns = PieChart.Pattern.allCases
    private static let inks: [Ink] = [.accent, .price, .good]

    /// Returns the lines that say how much there is of what a cup takes of each fruit, and how many cups that makes.
    private func stock(of juice: Juice, _ fruits: [FruitStock], _ words: Words) -> [Line] {
        guard !fruits.isEmpty else { return [] }
        var part = Pane(frame)
        part.line { $0.left(words.juice.stock, Style(.accent, .bold)) }
        for fruit in fruits {
            let needed = juice.needs[fruit.id] ?? 0
            part.line { line in
                let isShort = needed > fruit.count
                line.right(words.juice.left(fruit.count, of: needed), isShort ? Style(.bad, .bold) : .plain, gap: 2)
                let name = fruit.name(in: words.language)
                line.left(name.string, .plain, gap: max(2, JuicePane.names - name.columns))
                let columns = min(line.room, JuicePane.widestBar)
                Bar(count: fruit.count, maximum: needed, columns: columns).add(to: &line)
            }
        }
        part.blank()
        let cups = fruits.map { $0.count / max(1, juice.needs[$0.id] ?? 1) }.min() ?? 0
        part.text(words.juice.enough(for: cups), cups > 0 ? Style(.good) : Style(.bad))
        return part.lines
    }

    private static let names = 12
    private static let widestBar = 25

    // MARK: - A fruit

    private func add(_ fruit: FruitStock, _ juices: [Juice], _ words: Words, to pane: inout Pane) {
        pane.text(fruit.name(in: words.language).string, .bold, limit: 3)
        pane.line { line in
            let style = fruit.count > 0 ? Style(.price, .bold) : Style(.bad, .bold)
            line.right(words.count(fruit.count), style, gap: 2)
            Bar(count: fruit.count, columns: line.room).add(to: &line)
        }
        guard !juices.isEmpty else { return }
        pane.blank()
        pane.line { $0.left(words.juice.takenFor, Style(.accent, .bold)) }
        for juice in juices {
            let needed = juice.needs[fruit.id] ?? 0
            pane.line { line in
                line.right(words.juice.needs(needed), needed > fruit.count ? Style(.bad, .bold) : .plain, gap: 2)
                line.left(juice.name(in: words.language).string, juice.available ? .plain : .dim)
            }
        }
    }
}
