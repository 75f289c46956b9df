import Domain
import Storage

/// Sells the dishes of the menu.
struct DishSeller: ItemSeller {
    let counter = SalesCounter.menu
    /// What the dish of a hash is sold for; `nil` for a hash of nothing.
    let offer: @Sendable (_ hash: String) -> Offer?

    func quote(_ item: String, in store: any StoreReader) -> ItemQuote? {
        offer(item).map { ItemQuote(title: $0.title, unitPrice: $0.price, deliveryFee: $0.deliveryFee) }
    }
}
