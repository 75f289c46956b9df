import Domain
import TerminalText

/// What the rows of the juice bar show beside what they are themselves.
struct JuiceAppearance: Hashable, Sendable {
    /// What fruits are called.
    var names: [FruitID: LocalizedText] = [:]
    /// The juice that is being made.
    var making: JuiceID?

    /// More fruits than any bar has.
    static let mostFruits = 100

    init(names: [FruitID: LocalizedText] = [:], making: JuiceID? = nil) {
        self.names = names
        self.making = making
    }

    /// What `fruit` is called; its id until that is known.
    func name(of fruit: FruitID, in language: Language) -> String {
        names[fruit]?[language] ?? PlainText(fruit.name).string
    }

    /// So many of each of `fruits` in words: "딸기 10 + 바나나 1"; the most of all first.
    func words(for fruits: [FruitID: Int], in language: Language) -> String {
        JuiceAppearance.ordered(fruits).map { "\(name(of: $0.key, in: language)) \($0.value)" }.joined(separator: " + ")
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
    var names: [FruitID: LocalizedText] {
        let names = prefix(JuiceAppearance.mostFruits).map { fruit in
            (fruit.id, LocalizedText(fruit.name.string, fruit.name(in: .english).string))
        }
        return Dictionary(names) { first, _ in first }
    }
}
