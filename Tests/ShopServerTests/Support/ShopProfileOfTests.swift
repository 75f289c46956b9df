import Domain
import Foundation
import Storage

@testable import ShopServer

extension LiveResource<ShopProfile> {
    /// The profile of a shop that says nothing of itself.
    static var ofTests: LiveResource<ShopProfile> { LiveResource(ShopProfile()) { _ in nil } }
}

extension KitchenPrinters {
    /// The printers of a shop that has none.
    static var none: KitchenPrinters { KitchenPrinters(LiveResource([]) { _ in nil }) }
}

extension OrderService {
    /// Creates the service of a shop that says nothing of itself and announces nothing.
    init(store: any Store, sellers: ItemSellers) {
        let shop = LiveResource.ofTests
        self.init(
            store: store, sellers: sellers, shop: shop, days: ShopDays(of: shop) { .now }, announcements: nil,
            printers: .none)
    }
}
