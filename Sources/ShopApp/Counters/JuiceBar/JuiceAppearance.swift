import Domain
import TerminalText

/// The state that the rows of the juice bar show in addition to the juices.
struct JuiceAppearance: Hashable, Sendable {
    /// The names of the fruits.
    var names: [FruitID: LocalizedText] = [:]
    /// The juice being made.
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
    /// The names of the fruits by identifier.
    var names: [FruitID: LocalizedText] {
        let names = prefix(JuiceAppearance.maxFruits).map { fruit in
            (fruit.id, LocalizedText(fruit.name.string, fruit.name(in: .english).string))
        }
        return Dictionary(names) { first, _ in first }
    }
}
