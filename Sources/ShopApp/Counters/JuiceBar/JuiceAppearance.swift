import Domain
import TerminalText

/// What the rows of the juice bar show beside what they are themselves.
struct JuiceAppearance: Hashable, Sendable {
    /// What fruits are called.
    var names: [FruitID: PlainText] = [:]
    /// The juice that is being made.
    var making: JuiceID?

    /// More fruits than any bar has.
    static let mostFruits = 100

    init(names: [FruitID: PlainText] = [:], making: JuiceID? = nil) {
        self.names = names
        self.making = making
    }

    /// What `fruit` is called; its id until that is known.
    func name(of fruit: FruitID) -> String { (names[fruit] ?? PlainText(fruit.name)).string }

    /// So many of each of `fruits` in words: "딸기 10 + 바나나 1"; the most of all first.
    func words(for fruits: [FruitID: Int]) -> String {
        JuiceAppearance.ordered(fruits).map { "\(name(of: $0.key)) \($0.value)" }.joined(separator: " + ")
    }

    /// The most of all first, and always in one order; only as many as anyone would read.
    static func ordered(_ fruits: [FruitID: Int]) -> [(key: FruitID, value: Int)] {
        let sorted = fruits.sorted { ($1.value, $0.key.name) < ($0.value, $1.key.name) }
        return Array(sorted.prefix(mostInWords))
    }

    private static let mostInWords = 8
}

extension [FruitStock] {
    /// What they are called, by their ids.
    var names: [FruitID: PlainText] {
        Dictionary(prefix(JuiceAppearance.mostFruits).map { ($0.id, $0.name) }) { first, _ in first }
    }
}
