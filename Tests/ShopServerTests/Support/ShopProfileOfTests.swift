import Domain

@testable import ShopServer

extension LiveResource<ShopProfile> {
    /// The profile of a shop that says nothing of itself.
    static var ofTests: LiveResource<ShopProfile> { LiveResource(ShopProfile()) { _ in nil } }
}
