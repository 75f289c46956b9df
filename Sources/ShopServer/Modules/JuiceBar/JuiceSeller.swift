import Domain
import Storage

/// Sells juices: takes their fruit from the stock, and puts it back.
struct JuiceSeller: ItemSeller {
    let files: LiveResource<JuiceMaker>
    let counter = SalesCounter.juice

    func quote(_ item: String, in store: any StoreReader) -> ItemQuote? {
        files.value.recipe(for: JuiceID(item)).map {
            ItemQuote(title: $0.name, titleInEnglish: $0.nameInEnglish, unitPrice: $0.price)
        }
    }

    func take(_ quantity: Int, of item: String, in store: any StoreTransaction) throws {
        let maker = files.value
        guard let recipe = maker.recipe(for: JuiceID(item)) else { return }
        var stock = try store.openedStock(of: maker)
        try store.apply(maker.make(recipe, quantity: quantity, from: &stock), of: maker)
    }

    /// As far as the stock has room, by the recipe as it is now; of a juice that is not made any more, nothing.
    func giveBack(_ quantity: Int, of item: String, in store: any StoreTransaction) throws {
        let maker = files.value
        guard let recipe = maker.recipe(for: JuiceID(item)) else { return }
        var stock = try store.openedStock(of: maker)
        try store.apply(maker.putBack(recipe, quantity: quantity, into: &stock), of: maker)
    }
}
