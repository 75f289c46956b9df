import Domain
import Foundation
import GRDB
import Storage
import TerminalText
import Testing

@Suite struct DrinksLedgerTests {
    private let session = UUID()

    @Test func aNewDatabaseBeginsWithWhatTheOffersOpenWithAndKeepsIt() async throws {
        try await withScratch { path in
            #expect(try await SQLiteLedger(at: path).counts() == [[2, 1], [3, 0], [0, 0]])
            // What is good for ten days is not any more when the same machine is looked at later.
            let later = try await SQLiteLedger(at: path).drinks(
                .all, of: DrinksBar.assortment(), on: DrinksBar.today.adding(days: 10))
            #expect(later.map(\.count) == [0, 3, 0])
            #expect(later.map(\.expired) == [3, 0, 0])
            #expect(later[0].manufacturedOn == DrinksBar.day("20261022"))
        }
    }

    @Test func everyClassComesBackWithAllItsProperties() async throws {
        try await withScratch { path in
            let before = try await SQLiteLedger(at: path).drinks(
                .all, of: DrinksBar.everything(), on: DrinksBar.today)
            let again = try SQLiteLedger(at: path)
            let after = try await again.drinks(.all, of: DrinksBar.everything(), on: DrinksBar.today)
            #expect(after == before)
            #expect(after.map(\.traits) == DrinksBar.ofEveryClass().map(\.traits))
            #expect(after.map(\.count) == Array(1...9))
            let kept = try rows("SELECT class, beverage FROM drink_stock ORDER BY class", path)
            let texts = try DrinksBar.ofEveryClass().map { try StoredBeverage.text(of: $0) }
            #expect(Set(kept.map { $0["beverage"] as String }) == Set(texts))
            #expect(kept.map { $0["class"] as String } == DrinkClass.allCases.map(\.rawValue).sorted())
        }
    }

    @Test func aPurchaseTakesTheDrinkAndItsPriceAndIsKeptAsAnOrder() async throws {
        try await withScratch { path in
            let ledger = try SQLiteLedger(at: path)
            try await ledger.insert(5_000, session: session)
            let time = Date(timeIntervalSince1970: 1_800_000_000.7)
            let sold = try #require(
                try await ledger.operate(.buy(.milk, session: session), at: time, isAnnounced: true).sold)
            #expect(sold.balance == Won(3_500))
            let expected = DrinkPurchase(
                id: 1, drink: .milk, name: "딸기우유", kind: .milk, image: "/pictures/strawberry-milk.png",
                price: Won(1_500), boughtAt: Date(timeIntervalSince1970: 1_800_000_000))
            #expect(sold.drink == expected)
            let again = try SQLiteLedger(at: path)
            #expect(try await again.counts() == [[1, 1], [3, 0], [0, 0]])
            let machine = try await again.machine(of: session)
            #expect(machine.balance == Won(3_500))
            #expect(machine.affordable == [.milk, .cola])
            #expect(machine.purchases == [expected])
            #expect(machine.purchaseCount == 1)
            let order = try #require(try await again.orders(after: 0, limit: 9).first)
            #expect(order.counter == .drinks)
            #expect(order.order.who == "자판기")
            #expect(order.order.title == "한들 딸기우유")
            guard case .message(let message) = try await again.claimMessage(at: .now, lease: .zero, pace: .zero) else {
                Issue.record("The sale is not announced.")
                return
            }
            #expect(message.order == order)
        }
    }

    @Test func whatTheMachineRefusesChangesNothing() async throws {
        try await withScratch { path in
            let ledger = try SQLiteLedger(at: path)
            let milk = DrinksBar.milk().product
            let poor = try await ledger.operate(.buy(.milk, session: session))
            #expect(poor == .refused(.tooLittleMoney(price: Won(1_500), balance: Won(0))))
            try await ledger.insert(5_000, session: session)
            let before = try await ledger.sections()
            #expect(try await ledger.operate(.insert(Won(500), session: session)) == .refused(.notANote(Won(500))))
            let stale = try await ledger.operate(
                .buy(.milk, session: session), day: DrinksBar.today.adding(days: 10))
            #expect(stale == .refused(.onlyExpired(milk)))
            guard case .refused(.soldOut) = try await ledger.operate(.buy(.georgia, session: session)) else {
                Issue.record("There was no coffee.")
                return
            }
            #expect(try await ledger.operate(.buy(DrinkID("tea"), session: session)) == .unknownDrink)
            #expect(try await ledger.machine(of: session).balance == Won(5_000))
            #expect(try await ledger.counts() == [[2, 1], [3, 0], [0, 0]])
            #expect(try await ledger.orders(after: 0, limit: 9).isEmpty)
            #expect(try await ledger.sections() == before)
        }
    }

    @Test func noMoreMoneyGoesInThanTheMachineHolds() async throws {
        try await withScratch { path in
            let ledger = try SQLiteLedger(at: path)
            for _ in 0..<20 { try await ledger.insert(5_000, session: session) }
            let outcome = try await ledger.operate(.insert(Won(1_000), session: session))
            #expect(outcome == .refused(.tooMuchMoney(balance: DrinksMachine.mostBalance)))
            // Everybody has a machine of their own.
            #expect(try await ledger.operate(.insert(Won(1_000), session: UUID())).isDone)
        }
    }

    @Test func theChangeIsReturnedOnce() async throws {
        try await withScratch { path in
            let ledger = try SQLiteLedger(at: path)
            try await ledger.insert(5_000, 1_000, session: session)
            let first = try await ledger.operate(.giveChange(session: session))
            #expect(first == .done(.change(DrinkChange(returned: Won(6_000)))))
            let second = try await ledger.operate(.giveChange(session: session))
            #expect(second == .done(.change(DrinkChange(returned: Won(0)))))
            #expect(
                try await ledger.machine(of: session) == DrinksMachine(balance: Won(0), affordable: [], purchases: []))
        }
    }

    @Test func theKeeperSetsWhatCanBeSoldAndTakesOutWhatHasExpired() async throws {
        try await withScratch { path in
            let ledger = try SQLiteLedger(at: path)
            func restock(_ id: DrinkID, _ count: Int, seen: Int? = nil) async throws -> DrinksOutcome {
                try await ledger.operate(.restock(DrinkRestock(id: id, count: count, seen: seen)))
            }
            #expect(try await restock(.milk, 9, seen: 2).isDone)
            #expect(try await restock(.milk, 5, seen: 2) == .changedMeanwhile)
            // Asked again because the answer was lost: then it is all done.
            #expect(try await restock(.milk, 9, seen: 2).isDone)
            #expect(try await restock(.cola, 0).isDone)
            #expect(try await restock(.milk, 101) == .refused(.noSuchCount(101)))
            #expect(try await restock(DrinkID("tea"), 1) == .unknownDrink)
            #expect(try await ledger.counts() == [[9, 1], [0, 0], [0, 0]])
            let drinks = try await ledger.drinks(.all, of: DrinksBar.assortment(), on: DrinksBar.today)
            #expect(try await ledger.operate(.removeExpired(.cola)) == .done(.stock(DrinksStock(of: drinks))))
            try await ledger.operate(.removeExpired(.milk))
            #expect(try await ledger.counts() == [[9, 0], [0, 0], [0, 0]])
            // The new ones were made today, and the older ones go first.
            let days = try rows("SELECT made_on, count FROM drink_stock WHERE class LIKE '%milk'", path)
            #expect(days.map { $0["made_on"] as String } == ["20261120", "20261121"])
            #expect(days.map { $0["count"] as Int } == [2, 7])
            #expect(try await restock(.milk, 7).isDone)
            #expect(try rows("SELECT * FROM drink_stock WHERE class LIKE '%milk'", path).count == 1)
        }
    }

    @Test func aDrinkOfWhichNothingIsLeftIsNotOpenedAgain() async throws {
        try await withScratch { path in
            let ledger = try SQLiteLedger(at: path)
            try await ledger.operate(.restock(DrinkRestock(id: .cola, count: 0)))
            let again = try SQLiteLedger(at: path)
            let later = try await again.drinks(.all, of: DrinksBar.assortment(), on: DrinksBar.today.adding(days: 3))
            #expect(later[1].count == 0)
            #expect(later[1].manufacturedOn == DrinksBar.today)
        }
    }

    @Test func aNewPriceIsThatOfWhatIsInTheMachineAlready() async throws {
        try await withScratch { path in
            let ledger = try SQLiteLedger(at: path)
            _ = try await ledger.counts()
            try await ledger.insert(5_000, session: session)
            let dearer = try DrinksBar.assortment(price: 1_800)
            let sold = try await ledger.operate(.buy(.milk, session: session), assortment: dearer).sold
            #expect(sold?.balance == Won(3_200))
            let drinks = try await ledger.drinks(.all, of: dearer, on: DrinksBar.today)
            #expect(drinks.map(\.count) == [1, 3, 0])
        }
    }

    @Test func theHistoryIsOfAllSessionsAndASessionsOwnOfIts() async throws {
        try await withScratch { path in
            let ledger = try SQLiteLedger(at: path)
            let other = UUID()
            for session in [session, other] { try await ledger.insert(5_000, 5_000, session: session) }
            for (drink, session) in [(DrinkID.cola, session), (.milk, other), (.cola, other)] {
                try await ledger.operate(.buy(drink, session: session))
            }
            let history = try await ledger.drinksHistory()
            #expect(
                history.totals == [
                    DrinkKindTotal(kind: .milk, count: 1, amount: Won(1_500)),
                    DrinkKindTotal(kind: .soda, count: 2, amount: Won(4_000)),
                ])
            #expect(history.purchases.map(\.id) == [3, 2, 1])
            #expect(history.purchases.map(\.kind) == [.soda, .milk, .soda])
            #expect(try await ledger.machine(of: other).purchases.map(\.id) == [2, 3])
            #expect(try await ledger.machine(of: UUID()).purchases.isEmpty)
        }
    }

    @Test func aSessionIsToldItsLastPurchasesAndHowManyThereWere() async throws {
        try await withScratch { path in
            let ledger = try SQLiteLedger(at: path)
            try await ledger.operate(.restock(DrinkRestock(id: .cola, count: 100)))
            for _ in 0..<55 {
                try await ledger.insert(1_000, 1_000, session: session)
                try await ledger.operate(.buy(.cola, session: session))
            }
            let machine = try await ledger.machine(of: session)
            #expect(machine.purchases.map(\.id) == Array(6...55))
            #expect(machine.purchaseCount == 55)
        }
    }

    @Test func aDatabaseOfBeforeTheMachineKeepsItsOrdersAndGetsOne() async throws {
        try await withScratch { path in
            _ = try await SQLiteLedger(at: path).place(.example(isAnnounced: true))
            // What the second version of the layout did not have.
            try await take(DrinksBar.tables, outOf: path, version: 2)
            let ledger = try SQLiteLedger(at: path)
            try await ledger.insert(5_000, session: session)
            #expect(try await ledger.operate(.buy(.cola, session: session)).sold?.drink.id == 2)
            #expect(try await ledger.orders(after: 0, limit: 9).map(\.counter) == [.menu, .drinks])
        }
    }
}
