import Domain
import Storage

/// Sells juices, taking their fruits from the stock and returning them if an order is cancelled.
struct JuiceSeller: ItemSeller {
    let files: LiveResource<JuiceMaker>
    let counter = SalesCounter.juice

    func quote(_ item: String, in store: any StoreReader) -> ItemQuote? {
        files.value.recipe(for: JuiceID(item)).map {
            ItemQuote(title: $0.name, titleInEnglish: $0.nameInEnglish, unitPrice: $0.price)
        }
    }

    func take(_ quantity: Int, of item: String, in store: any StoreTransaction) throws -> TakenStock {
        let maker = files.value
        guard let recipe = maker.recipe(for: JuiceID(item)) else { return [:] }
        var stock = try store.openedStock(of: maker)
        try store.apply(maker.make(recipe, quantity: quantity, from: &stock), of: maker)
        return Dictionary(uniqueKeysWithValues: recipe.needs(for: quantity).map { ($0.key.name, $0.value) })
    }

    /// Returns the fruits to the stock, as far as its limits allow, whatever the recipes are by now.
    func giveBack(_ taken: TakenStock, in store: any StoreTransaction) throws {
        let maker = files.value
        var stock = try store.openedStock(of: maker)
        let fruits = Dictionary(taken.map { (FruitID($0.key), $0.value) }) { $0 + $1 }
        try store.apply(stock.putBack(fruits), of: maker)
    }
}
