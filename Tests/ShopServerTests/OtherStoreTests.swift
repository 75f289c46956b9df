import Domain
import Foundation
import InMemoryStore
import PostgreSQLServer
import Storage
import TerminalText
import TestSupport
import Testing

@testable import ShopServer

/// The server asks a store for nothing but what is promised: on another one it does the same.
@Suite(.takingTurns, .timeLimit(.minutes(5))) struct OtherStoreTests {
    private let session = UUID()

    @Test func aShopOnAStoreInMemorySellsAndTells() async throws {
        let store = InMemoryStore()
        try await withDrinksShop(configure: { $0.store = store }) { shop in
            let shop = OrderingShop(url: shop.url, store: store, directory: shop.directory)
            try await shop.settled(8)
            let probe = try await EventProbe(to: shop.url, session: session)
            _ = try await probe.events(11)
            let key = UUID()
            #expect(try await shop.place(OrderingShop.order(), key: key).status == 201)
            #expect(try await shop.place(OrderingShop.order(), key: key).status == 200)
            #expect(try await shop.sell("banana").status == 201)
            #expect(try await shop.sell("strawberry").status == 409)
            #expect(try await shop.insert(5_000, session: session).status == 201)
            #expect(try await shop.buy("cola", session: session).status == 201)
            #expect(try await shop.machine(of: session).balance == Won(3_000))
            let told = Set(try await probe.events(17).dropFirst(11).map(\.event.section))
            #expect(told.isSuperset(of: [.fruits, .soda, .drinkPurchases, .drinksOfSession, .myOrders]))
            #expect(try await shop.kept.map(\.title) == ["시금치나물", "바나나쥬스", "별방울 콜라"])
            #expect(try await ask(shop.url, "health").status == 200)
        }
    }

    @Test func aSaleOfOneServerOnPostgreSQLIsToldByAnotherAtOnce() async throws {
        let server = try PostgreSQLServer.shared.get()
        let address = try #require(PostgreSQLAddress(server.address(of: server.newDatabase())))
        let store = try PostgreSQLStore(at: address)
        try await withOrderingShop(configure: { $0.store = store }) { shop in
            let shop = OrderingShop(url: shop.url, store: store, directory: shop.directory)
            try await shop.settled()
            let probe = try await EventProbe(to: shop.url)
            _ = try await probe.events(5)
            let running = try shop.anotherServer(on: PostgreSQLStore(at: address))
            let other = OrderingShop(url: try await running.url, store: store, directory: shop.directory)
            let begin = ContinuousClock.now
            #expect(try await other.sell("banana").status == 201)
            try await probe.passes(.fruits, version: 2)
            // Sooner than by looking every five seconds.
            #expect(ContinuousClock.now - begin < .seconds(4))
            let there = try await EventProbe(to: other.url, after: "5")
            let event = EventProbe.Event(id: 6, event: SectionEvent(section: .fruits, version: 2))
            #expect(try await there.events(1) == [event])
            try await running.stop()
        }
    }
}
