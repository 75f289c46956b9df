import Domain
import TerminalText

/// The juice bar of the assignment: five fruits, ten of each, and seven juices.
enum Bar {
    static let fruits = ["strawberry", "banana", "pineapple", "kiwi", "mango"].map { FruitID($0) }

    static let recipes = [
        recipe("strawberry", "딸기쥬스", ["strawberry": 16]), recipe("banana", "바나나쥬스", ["banana": 2]),
        recipe("kiwi", "키위쥬스", ["kiwi": 3]), recipe("pineapple", "파인애플쥬스", ["pineapple": 2]),
        recipe("strawberry-banana", "딸바쥬스", ["strawberry": 10, "banana": 1]),
        recipe("mango", "망고쥬스", ["mango": 3]), recipe("mango-kiwi", "망키쥬스", ["mango": 2, "kiwi": 1]),
    ]

    static func maker() throws -> JuiceMaker {
        try JuiceMaker(
            fruits: fruits.map { FruitStock(id: $0, name: .init($0.name), count: 10) }, recipes: recipes)
    }

    /// Returns a stock with `count` of every fruit.
    static func stock(of count: Int) throws -> Stock {
        try Stock(Dictionary(uniqueKeysWithValues: fruits.map { ($0, count) }))
    }

    private static func recipe(_ id: String, _ name: String, _ needs: [String: Int]) -> Recipe {
        Recipe(
            id: JuiceID(id), name: .init(name), price: Won(5_000),
            needs: Dictionary(uniqueKeysWithValues: needs.map { (FruitID($0), $1) }))
    }
}
