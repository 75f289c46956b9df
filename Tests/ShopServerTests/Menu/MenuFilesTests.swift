import Domain
import Foundation
import Testing

@testable import ShopServer

struct MenuFilesTests {
    /// Its detail may state a delivery fee, so that a dish sold without it might be sold at a wrong price.
    @Test func aDishWhoseDetailCannotBeReadIsNotOffered() async throws {
        try await SmallShop.with(["details/B2.json": Data("{".utf8)]) { shop in
            let files = try MenuFiles(resources: shop)
            let path = shop.path(percentEncoded: false) + "/details/B2.json"
            #expect(throws: ShopServerError.unreadableResource(path: path, why: .notJSON)) { try files.offer("B2") }
            let other = try files.offer("A1")
            #expect(other != nil)
        }
    }
}
