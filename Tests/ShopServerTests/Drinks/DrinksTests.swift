import Domain
import Foundation
import Storage
import TerminalText
import TestSupport
import Testing

@testable import ShopServer

@Suite struct DrinksTests {
    private let session = UUID()
    private static let full = ["milk": 2, "old": 0, "cola": 3, "top": 5, "georgia": 0]

    @Test func everySectionListsItsKindWithAllThatADrinkIs() async throws {
        try await withDrinksShop { shop in
            #expect(try await shop.drinks == DrinksTests.full)
            let milk = try await ask(shop.url, "drinks/milk")
            let raw = try #require(JSONSerialization.jsonObject(with: milk.body) as? [[String: Any]])
            #expect(raw.map { $0["id"] as? String } == ["milk", "old"])
            #expect(
                Set(raw[0].keys) == [
                    "id", "kind", "class", "brand", "name", "volume", "price", "count", "expired", "manufactured_on",
                    "expires_on", "strawberry_share", "image",
                ])
            #expect(raw[0]["class"] as? String == "strawberry-milk")
            #expect(raw[0]["kind"] as? String == "milk")
            #expect(raw[0]["expired"] as? Int == 1)
            #expect(raw[0]["image"] as? String == "/pictures/milk.png")
            let today = try #require(ShopProfile().calendar.day(of: .now))
            let drinks: [Drink] = try milk.value()
            #expect(drinks[0].manufacturedOn == today.adding(days: -1))
            #expect(drinks[0].expiresOn == today.adding(days: 9))
            #expect(drinks[0].properties == [.strawberryShare(8)])
            #expect(drinks[1].hasOnlyExpired)
        }
    }

    @Test func anUnchangedListAnswers304AndAPurchaseMakesAnother() async throws {
        try await withDrinksShop { shop in
            let tag = try #require(try await ask(shop.url, "drinks/soda")["ETag"])
            #expect(try await ask(shop.url, "drinks/soda", fields: ["If-None-Match": tag]).status == 304)
            _ = try await shop.insert(5_000, session: session)
            #expect(try await ask(shop.url, "drinks/soda", fields: ["If-None-Match": tag]).status == 304)
            _ = try await shop.buy("cola", session: session)
            #expect(try await ask(shop.url, "drinks/soda", fields: ["If-None-Match": tag]).status == 200)
        }
    }

    @Test func aDrinkIsBoughtWithTheMoneyOfTheSession() async throws {
        try await withDrinksShop { shop in
            let first = try await shop.insert(5_000, session: session)
            #expect(first.status == 201)
            #expect(String(decoding: first.body, as: UTF8.self) == #"{"balance":5000}"#)
            #expect(try await shop.machine(of: session).affordable.map(\.name).sorted() == ["cola", "milk", "top"])
            let sold = try await shop.buy("cola", session: session)
            #expect(sold.status == 201)
            let drink: SoldDrink = try sold.value()
            #expect(drink.balance == Won(3_000))
            #expect(drink.drink.name == "콜라")
            #expect(try await shop.drinks["cola"] == 2)
            let machine = try await shop.machine(of: session)
            #expect(machine.balance == Won(3_000))
            #expect(machine.purchases == [drink.drink])
            let change = try await shop.giveChange(session: session)
            #expect(change.status == 201)
            #expect(String(decoding: change.body, as: UTF8.self) == #"{"balance":0,"returned":3000}"#)
            #expect(try await shop.machine(of: session).balance == Won(0))
            let order = try #require(try await shop.store.read { try $0.orders(after: 0, limit: 9) }.first)
            #expect(order.counter == .drinks)
            #expect(order.title == "별방울 콜라")
        }
    }

    @Test func everySessionHasItsOwnMoneyAndPurchases() async throws {
        try await withDrinksShop { shop in
            _ = try await shop.insert(5_000, session: session)
            _ = try await shop.buy("cola", session: session)
            #expect(try await shop.machine(of: UUID()) == DrinksMachine(balance: Won(0), affordable: [], purchases: []))
            let other = try await shop.buy("cola", session: UUID())
            #expect(other.status == 402)
        }
    }

    @Test func tooLittleMoneyAnswers402AndTakesNothing() async throws {
        try await withDrinksShop { shop in
            _ = try await shop.insert(1_000, session: session)
            let reply = try await shop.buy("milk", session: session)
            #expect(reply.status == 402)
            let told: InsufficientBalance = try reply.value()
            #expect(told.price == Won(1_500))
            #expect(told.balance == Won(1_000))
            #expect(!told.error.isEmpty)
            #expect(try await shop.drinks == DrinksTests.full)
            #expect(try await shop.machine(of: session).balance == Won(1_000))
        }
    }

    @Test(arguments: [("georgia", DrinkUnavailable.Reason.soldOut), ("old", .expired)])
    func whatIsGoneOrHasExpiredAnswers409(_ drink: String, _ reason: DrinkUnavailable.Reason) async throws {
        try await withDrinksShop { shop in
            _ = try await shop.insert(5_000, session: session)
            let reply = try await shop.buy(drink, session: session)
            #expect(reply.status == 409)
            #expect(try reply.value(DrinkUnavailable.self).reason == reason)
            #expect(try await shop.machine(of: session).balance == Won(5_000))
            #expect(try await !shop.machine(of: session).affordable.contains(DrinkID(drink)))
        }
    }

    @Test func aDrinkThatCostsAnotherPriceThanWasSeenIsNotSold() async throws {
        try await withDrinksShop { shop in
            _ = try await shop.insert(5_000, session: session)
            let refused = try await shop.send(
                #"{"id":"cola","price":1900}"#, to: "purchases", session: session.uuidString)
            #expect(refused.status == 409)
            #expect(try refused.value(DrinkPriceConflict.self).price == Won(2_000))
            #expect(try await shop.machine(of: session).balance == Won(5_000))
            let sold = try await shop.send(#"{"id":"cola","price":2000}"#, to: "purchases", session: session.uuidString)
            #expect(sold.status == 201)
        }
    }

    @Test func whatWasGoodYesterdayIsNotSoldToday() async throws {
        let today = Date.now
        try await withDrinksShop { shop in
            _ = try await shop.insert(5_000, session: session)
            #expect(try await shop.buy("milk", session: session).status == 201)
            let later = try shop.anotherServer { $0.clock = { today.addingTimeInterval(10 * 24 * 3_600) } }
            let there = OrderingShop(url: try await later.url, store: shop.store, directory: shop.directory)
            #expect(try await there.buy("milk", session: session).status == 409)
            #expect(try await there.machine(of: session).affordable.map(\.name).sorted() == ["cola", "top"])
            #expect(try await there.drinks["milk"] == 0)
            try await later.stop()
        }
    }

    @Test(arguments: [0, 1, 500, 2_000, 10_000, -5_000, 50_000])
    func noOtherMoneyIsTaken(_ amount: Int) async throws {
        try await withDrinksShop { shop in
            let reply = try await shop.insert(amount, session: session)
            #expect(reply.status == 400)
            #expect(try await shop.machine(of: session).balance == Won(0))
        }
    }

    @Test func theMachineHoldsOnlySoMuchMoney() async throws {
        try await withDrinksShop { shop in
            for _ in 0..<20 { #expect(try await shop.insert(5_000, session: session).status == 201) }
            let reply = try await shop.insert(1_000, session: session)
            #expect(reply.status == 409)
            #expect(try reply.texts == ["error": "The machine holds at most 100,000원 of a guest's."])
        }
    }

    @Test func aDrinkThatIsNotSoldHereAnswers404() async throws {
        let reply = try await withDrinksShop { try await $0.buy("tea", session: session) }
        #expect(reply.status == 404)
    }

    @Test func theLastOneIsSoldOnce() async throws {
        try await withDrinksShop(colas: 1) { shop in
            let sessions = [UUID(), UUID()]
            for session in sessions { _ = try await shop.insert(5_000, session: session) }
            async let first = shop.buy("cola", session: sessions[0]).status
            async let second = shop.buy("cola", session: sessions[1]).status
            let statuses = [try await first, try await second]
            #expect(statuses.sorted() == [201, 409])
            var balances: [Int] = []
            for session in sessions { balances.append(try await shop.machine(of: session).balance.amount) }
            #expect(balances.sorted() == [3_000, 5_000])
            #expect(try await shop.drinks["cola"] == 0)
        }
    }

    @Test func twoServersOnOneDatabaseSellTheLastOnesOnce() async throws {
        try await withDrinksShop(colas: 5) { shop in
            try await shop.another { other in
                let sessions = (0..<16).map { _ in UUID() }
                for session in sessions { _ = try await shop.insert(5_000, session: session) }
                let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                    for (number, session) in sessions.enumerated() {
                        let here = number.isMultiple(of: 2) ? shop : other
                        group.addTask { try await here.buy("cola", session: session).status }
                    }
                    return try await group.reduce(into: []) { $0.append($1) }
                }
                #expect(statuses.count { $0 == 201 } == 5)
                #expect(statuses.count { $0 == 409 } == 11)
            }
        }
    }

    @Test func everythingIsThereAfterARestart() async throws {
        try await withDrinksShop { shop in
            _ = try await shop.insert(5_000, session: session)
            _ = try await shop.buy("milk", session: session)
            let before = try await shop.machine(of: session)
            try await shop.another { restarted in
                let after = try await restarted.machine(of: session)
                #expect(after == before)
                #expect(try await restarted.drinks == (try await shop.drinks))
                #expect(try await restarted.drinks["milk"] == 1)
            }
        }
    }

    @Test func aNewPriceInTheFileIsChargedFromThenOn() async throws {
        try await withDrinksShop { shop in
            _ = try await shop.insert(5_000, session: session)
            try write(drinks: DrinksMenu.text(milkPrice: 1_700), below: shop.directory)
            try await shop.another { later in
                let sold: SoldDrink = try await later.buy("milk", session: session).value()
                #expect(sold.drink.price == Won(1_700))
                #expect(sold.balance == Won(3_300))
            }
        }
    }

    @Test(arguments: ["drinks/milk", "drinks/machine", "drinks/stock", "drinks/hot"])
    func aShopWithoutDrinksHasNoMachine(_ path: String) async throws {
        let reply = try await withOrderingShop { shop in
            try await ask(
                shop.url, path,
                fields: ["Banchan-Session": UUID().uuidString, "Authorization": "Bearer \(OrderingShop.token)"])
        }
        #expect(reply.status == 503)
        #expect(try reply.texts == ["error": "This shop has no drinks machine."])
    }

    @Test func otherMethodsAreRefused() async throws {
        try await withDrinksShop { shop in
            for (path, allowed) in [
                ("milk", "GET, HEAD"), ("machine", "GET, HEAD"), ("money", "POST"), ("change", "POST"),
                ("purchases", "GET, HEAD, POST"), ("stock", "GET, HEAD, PUT"), ("expired", "GET, HEAD"),
                ("hot", "GET, HEAD"), ("removals", "POST"),
            ] {
                let reply = try await ask(shop.url, "drinks/\(path)", method: "PATCH")
                #expect(reply.status == 405)
                #expect(reply["Allow"] == allowed)
            }
        }
    }
}
