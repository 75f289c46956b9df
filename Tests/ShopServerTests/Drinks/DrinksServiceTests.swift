import Domain
import Foundation
import Storage
import TerminalText
import TestSupport
import Testing

@testable import ShopServer

/// The rules of the drinks machine, independently of the store.
@Suite struct DrinksServiceTests {
    private let session = UUID()
    private let store = InMemoryStore()
    private var machine: TestedMachine { TestedMachine(store: store) }

    @Test func aNewMachineBeginsWithWhatTheOffersOpenWithAndKeepsIt() async throws {
        #expect(try await machine.counts() == [[2, 1], [3, 0], [0, 0]])
        // Milk that keeps for ten days has expired when the same machine is viewed later.
        let later = try await machine.drinks(on: DrinksBar.today.adding(days: 10))
        #expect(later.map(\.count) == [0, 3, 0])
        #expect(later.map(\.expired) == [3, 0, 0])
        #expect(later[0].manufacturedOn == DrinksBar.day("20261022"))
    }

    @Test func everyClassComesBackWithAllItsProperties() async throws {
        let drinks = try await machine.drinks(of: DrinksBar.everything())
        #expect(drinks.map(\.properties) == DrinksBar.ofEveryClass().map(\.properties))
        #expect(drinks.map(\.count) == Array(1...9))
        #expect(try await machine.drinks(of: DrinksBar.everything()) == drinks)
        let texts = try DrinksBar.ofEveryClass().map { try StoredBeverage.text(of: $0) }
        let kept = try await store.read { try $0.batches() }
        #expect(Set(kept.map(\.beverage)) == Set(texts))
        #expect(Set(kept.map(\.drinkClass)) == Set(DrinkClass.allCases))
    }

    @Test func aPurchaseTakesTheDrinkAndItsPriceAndIsKeptAsAnOrder() async throws {
        try await machine.insert(5_000, session: session)
        let time = Date(timeIntervalSince1970: 1_800_000_000.7)
        let sold = try #require(try await machine.buy(.milk, session: session, at: time, isAnnounced: true))
        #expect(sold.balance == Won(3_500))
        let expected = DrinkPurchase(
            id: 1, drink: .milk, name: "딸기우유", kind: .milk, image: "/pictures/strawberry-milk.png",
            price: Won(1_500), boughtAt: Date(timeIntervalSince1970: 1_800_000_000))
        #expect(sold.drink == expected)
        #expect(try await machine.counts() == [[1, 1], [3, 0], [0, 0]])
        let seen = try await machine.machine(of: session)
        #expect(seen.balance == Won(3_500))
        #expect(seen.affordable == [.milk, .cola])
        #expect(seen.purchases == [expected])
        #expect(seen.purchaseCount == 1)
        let order = try #require(try await machine.orders().first)
        #expect(order.counter == .drinks)
        #expect(order.who == "음료 자판기")
        #expect(order.title == "한들 딸기우유")
        let claim = try await store.claimMessage(at: .now, lease: .zero, pace: .zero, maxPause: .zero)
        guard case .message(let message) = claim else {
            Issue.record("The sale is not announced: \(claim)")
            return
        }
        #expect(message.order == order)
    }

    @Test func whatTheMachineRefusesChangesNothing() async throws {
        _ = try await machine.counts()
        let milk = DrinksBar.milk().product
        try await expectRefused(
            .buy(.milk, session: session), VendingError.tooLittleMoney(price: Won(1_500), balance: Won(0)))
        try await machine.insert(5_000, session: session)
        let before = try await machine.versions()
        try await expectRefused(.insert(Won(500), session: session), VendingError.notANote(Won(500)))
        try await expectRefused(
            .buy(.milk, session: session), VendingError.onlyExpired(milk), day: DrinksBar.today.adding(days: 10))
        try await expectRefused(
            .buy(.georgia, session: session), VendingError.soldOut(DrinksBar.ofEveryClass()[8].product))
        try await expectRefused(.buy(DrinkID("tea"), session: session), MachineError.unknownDrink)
        #expect(try await machine.machine(of: session).balance == Won(5_000))
        #expect(try await machine.counts() == [[2, 1], [3, 0], [0, 0]])
        #expect(try await machine.orders().isEmpty)
        #expect(try await machine.versions() == before)
    }

    @Test func noMoreMoneyGoesInThanTheMachineHolds() async throws {
        for _ in 0..<20 { try await machine.insert(5_000, session: session) }
        try await expectRefused(
            .insert(Won(1_000), session: session), VendingError.tooMuchMoney(balance: DrinksMachine.maxBalance))
        // Every session has a balance of its own.
        try await machine.insert(1_000, session: UUID())
    }

    @Test func theChangeIsReturnedOnce() async throws {
        try await machine.insert(5_000, 1_000, session: session)
        for change in [6_000, 0] {
            let answer = try await machine.operate(.giveChange(session: session)).answer
            #expect(answer == .change(DrinkChange(returned: Won(change))))
        }
        #expect(
            try await machine.machine(of: session) == DrinksMachine(balance: Won(0), affordable: [], purchases: []))
    }

    @Test func theKeeperSetsWhatCanBeSoldAndTakesOutWhatHasExpired() async throws {
        try await machine.restock(.milk, 9, seen: 2)
        await #expect(throws: MachineError.changedMeanwhile) { try await machine.restock(.milk, 5, seen: 2) }
        // Repeated because the answer was lost: the counts are as requested already, so it succeeds.
        try await machine.restock(.milk, 9, seen: 2)
        try await machine.restock(.cola, 0)
        await #expect(throws: VendingError.noSuchCount(101)) { try await machine.restock(.milk, 101) }
        await #expect(throws: MachineError.unknownDrink) { try await machine.restock(DrinkID("tea"), 1) }
        #expect(try await machine.counts() == [[9, 1], [0, 0], [0, 0]])
        let drinks = try await machine.drinks()
        #expect(try await machine.operate(.removeExpired(.cola)).answer == .stock(DrinksStock(of: drinks)))
        try await machine.operate(.removeExpired(.milk))
        #expect(try await machine.counts() == [[9, 0], [0, 0], [0, 0]])
        // The added ones were made today, and older ones are sold first.
        let milk = try await keptMilk()
        #expect(milk.map(\.manufacturedOn.text) == ["20261120", "20261121"])
        #expect(milk.map(\.count) == [2, 7])
        try await machine.restock(.milk, 7)
        #expect(try await keptMilk().count == 1)
    }

    @Test func aDrinkOfWhichNothingIsLeftIsNotOpenedAgain() async throws {
        try await machine.restock(.cola, 0)
        let later = try await machine.drinks(on: DrinksBar.today.adding(days: 3))
        #expect(later[1].count == 0)
        #expect(later[1].manufacturedOn == DrinksBar.today)
    }

    @Test func aNewPriceIsThatOfWhatIsInTheMachineAlready() async throws {
        _ = try await machine.counts()
        try await machine.insert(5_000, session: session)
        let dearer = try DrinksBar.assortment(price: 1_800)
        #expect(try await machine.buy(.milk, session: session, assortment: dearer)?.balance == Won(3_200))
        #expect(try await machine.drinks(of: dearer).map(\.count) == [1, 3, 0])
    }

    @Test func theHistoryIsOfAllSessionsAndASessionsOwnOfIts() async throws {
        let other = UUID()
        for session in [session, other] { try await machine.insert(5_000, 5_000, session: session) }
        for (drink, session) in [(DrinkID.cola, session), (.milk, other), (.cola, other)] {
            _ = try await machine.buy(drink, session: session)
        }
        let history = try await machine.history()
        #expect(
            history.totals == [
                DrinkKindTotal(kind: .milk, count: 1, amount: Won(1_500)),
                DrinkKindTotal(kind: .soda, count: 2, amount: Won(4_000)),
            ])
        #expect(history.purchases.map(\.id) == [3, 2, 1])
        #expect(history.purchases.map(\.kind) == [.soda, .milk, .soda])
        #expect(try await machine.machine(of: other).purchases.map(\.id) == [2, 3])
        #expect(try await machine.machine(of: UUID()).purchases.isEmpty)
    }

    @Test func aSessionIsToldItsLastPurchasesAndHowManyThereWere() async throws {
        try await machine.restock(.cola, 100)
        for _ in 0..<55 {
            try await machine.insert(1_000, 1_000, session: session)
            _ = try await machine.buy(.cola, session: session)
        }
        let seen = try await machine.machine(of: session)
        #expect(seen.purchases.map(\.id) == Array(6...55))
        #expect(seen.purchaseCount == 55)
    }

    @Test func whatIsNoDrinkIsDamaged() async throws {
        try await store.transaction { transaction in
            try transaction.insert(
                StoredBatch(
                    drink: .cola, drinkClass: .cola, manufacturedOn: DrinksBar.today, beverage: "{", count: 1))
        }
        await #expect(throws: StoreError.damaged) { try await machine.counts() }
        try await expectRefused(.buy(.cola, session: session), StoreError.damaged)
    }

    private func keptMilk() async throws -> [StoredBatch] {
        try await store.read { try $0.batches() }.filter { $0.drink == .milk }
    }

    private func expectRefused(
        _ action: MachineOperation.Action, _ error: some Error & Equatable, day: Day = DrinksBar.today
    ) async throws {
        await #expect(throws: error) { try await machine.operate(action, day: day) }
    }
}
