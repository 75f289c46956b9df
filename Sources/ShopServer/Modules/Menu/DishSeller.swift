import Domain
import Storage

/// Sells the dishes of the menu.
struct DishSeller: ItemSeller {
    let counter = SalesCounter.menu
    let catalog: DishCatalog

    func quote(_ item: String, in store: any StoreReader) throws -> ItemQuote? {
        try catalog.offer(item, in: store).map { offer in
            ItemQuote(
                title: offer.title, titleInEnglish: offer.titleInEnglish, unitPrice: offer.price,
                isSoldOut: offer.isSoldOut, deliveryFee: offer.deliveryFee)
        }
    }
}
