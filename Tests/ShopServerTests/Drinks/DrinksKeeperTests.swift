import Domain
import Foundation
import TestSupport
import Testing

@testable import ShopServer

@Suite struct DrinksKeeperTests {
    private let session = UUID()

    @Test func theKeeperSeesEverythingByKind() async throws {
        try await withDrinksShop { shop in
            let stock: DrinksStock = try await shop.keeps("stock").value()
            #expect(
                stock.drinks.mapValues { $0.map(\.id.name) } == [
                    .milk: ["milk", "old"], .soda: ["cola"], .coffee: ["top", "georgia"],
                ])
            let expired: [Drink] = try await shop.keeps("expired").value()
            #expect(expired.map(\.id.name) == ["milk", "old"])
            #expect(expired.map(\.expired) == [1, 4])
            // A hot drink is listed although it is sold out.
            let hot: [Drink] = try await shop.keeps("hot").value()
            #expect(hot.map(\.id.name) == ["top"])
        }
    }

    @Test func theKeeperSetsWhatCanBeSold() async throws {
        try await withDrinksShop { shop in
            let reply = try await shop.restock("georgia", to: 7)
            #expect(reply.status == 200)
            #expect(try reply.value(DrinksStock.self).drinks[.coffee]?.map(\.count) == [5, 7])
            #expect(try await shop.drinks["georgia"] == 7)
            let drinks: [Drink] = try await ask(shop.url, "drinks/coffee").value()
            #expect(drinks[1].manufacturedOn == ShopProfile().calendar.day(of: .now))
            #expect(try await shop.restock("tea", to: 7).status == 404)
            _ = try await shop.insert(5_000, session: session)
            #expect(try await shop.buy("georgia", session: session).status == 201)
        }
    }

    @Test func aCountThatIsNotAnyMoreWhatWasSeenAnswers412() async throws {
        try await withDrinksShop { shop in
            let late = try await shop.restock("cola", to: 9, seen: 2)
            #expect(late.status == 412)
            #expect(try await shop.drinks["cola"] == 3)
            #expect(try await shop.restock("cola", to: 9, seen: 3).status == 200)
            #expect(try await shop.restock("cola", to: 9, seen: 3).status == 200)
        }
    }

    @Test func theKeeperTakesOutWhatHasExpired() async throws {
        try await withDrinksShop { shop in
            let reply = try await shop.removeExpired("milk")
            #expect(reply.status == 200)
            #expect(try reply.value(DrinksStock.self).drinks[.milk]?.map(\.expired) == [0, 4])
            #expect(try await shop.drinks["milk"] == 2)
            let expired: [Drink] = try await shop.keeps("expired").value()
            #expect(expired.map(\.id.name) == ["old"])
            #expect(try await shop.removeExpired("milk").status == 200)
            #expect(try await shop.removeExpired("tea").status == 404)
        }
    }

    @Test func theHistoryIsOfAllSessionsWithItsTotals() async throws {
        try await withDrinksShop { shop in
            let empty: DrinksHistory = try await shop.keeps("purchases").value()
            #expect(empty == DrinksHistory(totals: [], purchases: []))
            for session in [session, UUID()] {
                _ = try await shop.insert(5_000, session: session)
                _ = try await shop.buy("cola", session: session)
            }
            _ = try await shop.buy("milk", session: session)
            let reply = try await shop.keeps("purchases")
            let history: DrinksHistory = try reply.value()
            #expect(history.totals.map(\.kind) == [.milk, .soda])
            #expect(history.totals.map(\.count) == [1, 2])
            #expect(history.totals.map(\.amount) == [Won(1_500), Won(4_000)])
            #expect(history.purchases.map(\.drink.name) == ["milk", "cola", "cola"])
            #expect(reply["Cache-Control"] == "no-store")
        }
    }

    @Test(arguments: ["stock", "expired", "hot", "purchases"])
    func nobodyElseSeesIt(_ path: String) async throws {
        try await withDrinksShop { shop in
            let none = try await shop.keeps(path, token: nil)
            #expect(none.status == 401)
            #expect(none["WWW-Authenticate"] == "Bearer")
            #expect(try await shop.keeps(path, token: "guessed").status == 403)
        }
    }

    @Test func nobodyElseChangesIt() async throws {
        try await withDrinksShop { shop in
            #expect(try await shop.restock("cola", to: 9, token: nil).status == 401)
            #expect(try await shop.restock("cola", to: 9, token: "guessed").status == 403)
            #expect(try await shop.removeExpired("old", token: nil).status == 401)
            #expect(try await shop.removeExpired("old", token: "guessed").status == 403)
            #expect(try await shop.drinks["cola"] == 3)
            let expired: [Drink] = try await shop.keeps("expired").value()
            #expect(expired.map(\.expired) == [1, 4])
        }
        let keeperless = try await withDrinksShop(token: nil) { try await $0.restock("cola", to: 9) }
        #expect(keeperless.status == 403)
    }
}
