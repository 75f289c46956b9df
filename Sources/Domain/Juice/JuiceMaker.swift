import TerminalText

/// Makes juices from a stock, by its recipes.
public struct JuiceMaker: Hashable, Sendable {
    /// The fruits that it works with and how many a new bar has, in the order in which they are shown.
    public let fruits: [FruitStock]
    /// In the order in which they are shown.
    public let recipes: [Recipe]
    /// What a bar begins with.
    public let openingStock: Stock

    /// Recipes that can be followed need known fruits, at least one, of each from 1 to as many as the bar can hold.
    public init(fruits: [FruitStock], recipes: [Recipe]) throws(JuiceMakerError) {
        self.fruits = fruits
        self.recipes = recipes
        openingStock = try JuiceMaker.openingStock(of: fruits)
        var names: Set<JuiceID> = []
        for (index, recipe) in recipes.enumerated() {
            if let reason = JuiceMaker.fault(of: recipe, openingStock, &names) {
                throw .recipe(at: index, reason)
            }
        }
    }

    /// The recipe of that juice; `nil` for one that is not made here.
    public func recipe(for juice: JuiceID) -> Recipe? { recipes.first { $0.id == juice } }

    /// Takes what so many of the juice need from the stock: all of it, or nothing.
    public func make(
        _ recipe: Recipe, quantity: Int = 1, from stock: inout Stock
    ) throws(Shortage) -> StockChange {
        try stock.take(recipe.needs.mapValues { $0 * quantity })
    }

    /// Puts back into the stock what so many of the juice took, as far as there is room.
    public func putBack(_ recipe: Recipe, quantity: Int, into stock: inout Stock) -> StockChange {
        stock.putBack(recipe.needs.mapValues { $0 * quantity })
    }

    /// Every juice, and whether it could be made from that stock.
    public func juices(from stock: Stock) -> [Juice] {
        recipes.map { recipe in
            Juice(
                id: recipe.id, name: recipe.name, nameInEnglish: recipe.nameInEnglish, price: recipe.price,
                needs: recipe.needs,
                available: stock.missing(for: recipe.needs).isEmpty)
        }
    }

    /// Every fruit, with how many there are in that stock.
    public func fruits(in stock: Stock) -> [FruitStock] {
        fruits.map {
            FruitStock(id: $0.id, name: $0.name, nameInEnglish: $0.nameInEnglish, count: stock[$0.id])
        }
    }

    /// The sections that look different after the change.
    public func sections(changedBy change: StockChange) -> [SectionID] {
        var sections: [SectionID] = []
        if juices(from: change.before) != juices(from: change.after) { sections.append(.juices) }
        if fruits(in: change.before) != fruits(in: change.after) { sections.append(.fruits) }
        return sections
    }

    private static func openingStock(of fruits: [FruitStock]) throws(JuiceMakerError) -> Stock {
        var counts: [FruitID: Int] = [:]
        for (index, fruit) in fruits.enumerated() {
            guard !fruit.id.name.isEmpty, counts[fruit.id] == nil else { throw .fruit(at: index, .id) }
            guard !fruit.name.isEmpty else { throw .fruit(at: index, .name) }
            guard FruitStock.counts.contains(fruit.count) else { throw .fruit(at: index, .count) }
            counts[fruit.id] = fruit.count
        }
        do throws(StockError) {
            return try Stock(counts)
        } catch {
            throw .fruit(at: 0, .count)
        }
    }

    private static func fault(
        of recipe: Recipe, _ stock: Stock, _ names: inout Set<JuiceID>
    ) -> JuiceMakerError.Fault? {
        guard !recipe.id.name.isEmpty, names.insert(recipe.id).inserted else { return .id }
        guard !recipe.name.isEmpty else { return .name }
        guard recipe.price.amount >= 0 else { return .price }
        let takes = 1...FruitStock.counts.upperBound
        let isPossible =
            !recipe.needs.isEmpty
            && recipe.needs.allSatisfy {
                stock.fruits.contains($0.key) && takes.contains($0.value)
            }
        return isPossible ? nil : .needs
    }
}

/// Why no bar can be run with such fruits or recipes. Positions count from 0.
public enum JuiceMakerError: Error, Hashable, Sendable {
    /// What is wrong with it.
    public enum Fault: String, Sendable {
        /// Empty, or used before.
        case id
        case name
        /// Outside of what the bar can hold.
        case count
        case price
        /// Nothing at all, fruits that the bar does not work with, or more than it can hold.
        case needs
    }

    case fruit(at: Int, Fault)
    case recipe(at: Int, Fault)
}
