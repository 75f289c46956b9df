import TerminalText

/// Makes juices from a stock according to the recipes.
public struct JuiceMaker: Hashable, Sendable {
    /// The known fruits with their counts in a new bar, in display order.
    public let fruits: [FruitStock]
    /// The recipes in display order.
    public let recipes: [Recipe]
    public let openingStock: Stock

    /// Throws `JuiceMakerError` if a fruit or recipe is invalid. A recipe needs at least one fruit, only known ones,
    /// and of each from 1 to the most that the bar can hold.
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

    /// Returns the recipe of that juice, or `nil` if the bar does not make it.
    public func recipe(for juice: JuiceID) -> Recipe? { recipes.first { $0.id == juice } }

    /// Takes the fruits for `quantity` juices from the stock, or throws `Shortage` and takes nothing.
    public func make(
        _ recipe: Recipe, quantity: Int = 1, from stock: inout Stock
    ) throws(Shortage) -> StockChange {
        try stock.take(recipe.needs(for: quantity))
    }

    public func juices(from stock: Stock) -> [Juice] {
        recipes.map { recipe in
            Juice(
                id: recipe.id, name: recipe.name, nameInEnglish: recipe.nameInEnglish, price: recipe.price,
                needs: recipe.needs,
                available: stock.missing(for: recipe.needs).isEmpty)
        }
    }

    public func fruits(in stock: Stock) -> [FruitStock] {
        fruits.map {
            FruitStock(id: $0.id, name: $0.name, nameInEnglish: $0.nameInEnglish, count: stock[$0.id])
        }
    }

    /// Returns the sections whose contents differ after `change`.
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
        // An order states the ID as plain text.
        let isOrderable = OrderedItem(.juice, recipe.id.name).id == recipe.id.name
        guard !recipe.id.name.isEmpty, isOrderable, names.insert(recipe.id).inserted else { return .id }
        guard !recipe.name.isEmpty else { return .name }
        guard WireBounds.won.contains(recipe.price.amount) else { return .price }
        let takes = 1...FruitStock.counts.upperBound
        let isPossible =
            !recipe.needs.isEmpty
            && recipe.needs.allSatisfy {
                stock.fruits.contains($0.key) && takes.contains($0.value)
            }
        return isPossible ? nil : .needs
    }
}

/// The reason why a bar cannot be set up with the given fruits or recipes. Positions count from 0.
public enum JuiceMakerError: Error, Hashable, Sendable {
    /// The invalid property.
    public enum Fault: String, Sendable {
        /// Empty, a duplicate, or not plain text.
        case id
        case name
        /// Outside the range that the bar can hold.
        case count
        case price
        /// No fruits, unknown fruits, or more than the bar can hold.
        case needs
    }

    case fruit(at: Int, Fault)
    case recipe(at: Int, Fault)
}
