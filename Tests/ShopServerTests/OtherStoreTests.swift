import Domain
import Foundation
import Storage
import TerminalText
import TestSupport
import Testing

@testable import ShopServer

/// The server relies only on the store's protocol: it behaves the same on a different implementation.
@Suite struct OtherStoreTests {
    private let session = UUID()

    @Test func aShopOnAStoreInMemorySellsAndTells() async throws {
        let store = InMemoryStore()
        try await withDrinksShop(configure: { $0.store = store }) { shop in
            let shop = OrderingShop(url: shop.url, store: store, directory: shop.directory)
            try await shop.settled(9)
            let probe = try await EventProbe(to: shop.url, session: session)
            _ = try await probe.events(12)
            let key = UUID()
            #expect(try await shop.place(OrderingShop.order(), key: key).status == 201)
            #expect(try await shop.place(OrderingShop.order(), key: key).status == 200)
            #expect(try await shop.sell("banana").status == 201)
            #expect(try await shop.sell("strawberry").status == 409)
            #expect(try await shop.insert(5_000, session: session).status == 201)
            #expect(try await shop.buy("cola", session: session).status == 201)
            #expect(try await shop.machine(of: session).balance == Won(3_000))
            let told = Set(try await probe.events(18).dropFirst(12).map(\.event.section))
            #expect(told.isSuperset(of: [.fruits, .soda, .drinkPurchases, .drinksOfSession, .myOrders]))
            #expect(try await shop.kept.map(\.title) == ["시금치나물", "바나나쥬스", "별방울 콜라"])
            #expect(try await ask(shop.url, "health").status == 200)
        }
    }
}
