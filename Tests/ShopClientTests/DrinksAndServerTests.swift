import Domain
import Foundation
import ShopClient
import ShopHTTP
import ShopResources
import ShopServer
import Storage
import TerminalText
import TestSupport
import Testing

/// The drinks client and the real server, in one process over loopback.
@Suite struct DrinksAndServerTests {
    private static let token = Secret("sesame")

    /// Serves the shop's own machine from a new database while `body` runs, and passes it a client for the keeper and
    /// two for guests.
    private func serving(
        _ body: (_ keeper: DrinksClient, _ guests: [DrinksClient]) async throws -> Void
    ) async throws {
        let directory = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        var configuration = ShopServer.Configuration(resources: try ShopResources.directory())
        configuration.store = try SQLiteStore(at: directory.appendingPathComponent("shop.sqlite").path)
        configuration.keeperToken = DrinksAndServerTests.token
        try await withServer(configuration) { url in
            let (address, client) = (try ShopAddress(url.absoluteString), HTTPClient())
            func counter(_ keeper: Secret?) -> DrinksClient {
                .http(
                    client: client, credentials: Credentials(session: TerminalSession(directory: nil), keeper: keeper),
                    limits: .patient
                ) { address }
            }
            try await body(counter(DrinksAndServerTests.token), [counter(nil), counter(nil)])
        }
    }

    private func draft(_ action: DrinkAction) -> DrinkDraft { DrinkDraft(key: UUID(), action: action) }

    @Test func moneyBecomesDrinksAndChange() async throws {
        try await serving { keeper, guests in
            let guest = guests[0]
            let drink = try #require(try await keeper.overview().get().drinks.first { $0.count > 1 })
            #expect(
                await guest.send(draft(.buy(drink.id, name: drink.title))) == .insufficientBalance(missing: drink.price)
            )
            let note = draft(.insert(Won(5_000)))
            #expect(await guest.send(note) == .inserted(balance: Won(5_000)))
            #expect(await guest.send(note) == .inserted(balance: Won(5_000)), "the same note again is one note")
            let outcome = await guest.send(draft(.buy(drink.id, name: drink.title)))
            guard case .bought(let sold?) = outcome else { return #expect(Bool(false), "\(outcome)") }
            #expect(sold.drink.drink == drink.id)
            #expect(sold.balance == Won(5_000 - drink.price.amount))
            let machine = try await guest.machine().get()
            #expect(machine.purchases == [sold.drink])
            #expect(machine.balance == sold.balance)
            #expect(try await guests[1].machine().get().balance == Won(0), "another terminal, another balance")
            #expect(await guest.send(draft(.returnChange)) == .returned(sold.balance))
            #expect(try await guest.machine().get().balance == Won(0))
            let seen = try await keeper.overview().get()
            #expect(seen.history.purchases == [sold.drink])
            #expect(seen.history.totals == [DrinkKindTotal(kind: drink.kind, count: 1, amount: drink.price)])
        }
    }

    @Test func theKeeperRestocksAndTakesOutWhatHasExpired() async throws {
        try await serving { keeper, guests in
            let before = try await keeper.overview().get()
            let expired = try #require(before.expired.first { $0.count == 0 })
            _ = await guests[0].send(draft(.insert(Won(5_000))))
            let buy = DrinkAction.buy(expired.id, name: expired.title)
            #expect(await guests[0].send(draft(buy)) == .unavailable(.expired))
            #expect(await keeper.send(draft(.removeExpired(expired.id, name: expired.title))) == .kept)
            #expect(await guests[0].send(draft(buy)) == .unavailable(.soldOut))
            let restock = DrinkAction.restock(DrinkRestock(id: expired.id, count: 1, seen: 0), name: expired.title)
            #expect(await keeper.send(draft(restock)) == .kept)
            let stale = DrinkAction.restock(DrinkRestock(id: expired.id, count: 7, seen: 0), name: expired.title)
            #expect(await keeper.send(draft(stale)) == .changedMeanwhile)
            _ = await guests[1].send(draft(.insert(Won(5_000))))
            async let first = guests[0].send(draft(buy))
            async let second = guests[1].send(draft(buy))
            let outcomes = await [first, second]
            #expect(outcomes.count { $0 == .unavailable(.soldOut) } == 1, "the last one is sold once")
            let after = try await keeper.overview().get()
            #expect(after.drinks.first { $0.id == expired.id }?.count == 0)
            #expect(after.expired.count == before.expired.count - 1)
            #expect(!after.hot.isEmpty)
        }
    }

    @Test func whoeverIsNotTheKeeperSeesAndChangesNothing() async throws {
        try await serving { keeper, guests in
            #expect(await guests[0].overview() == .failure(.status(401)))
            let drink = try #require(try await keeper.overview().get().expired.first)
            let restock = DrinkAction.restock(DrinkRestock(id: drink.id, count: 50), name: drink.title)
            #expect(await guests[0].send(draft(restock)) == .refused(status: 401))
            let removal = DrinkAction.removeExpired(drink.id, name: drink.title)
            #expect(await guests[0].send(draft(removal)) == .refused(status: 401))
            #expect(try await keeper.overview().get().drinks.contains(drink))
        }
    }

    @Test func theMachineTakesNoMoreThanItHolds() async throws {
        try await serving { _, guests in
            var outcomes: [DrinkOutcome] = []
            for _ in 0..<21 { outcomes.append(await guests[0].send(draft(.insert(Won(5_000))))) }
            #expect(outcomes[19] == .inserted(balance: DrinksMachine.maxBalance))
            #expect(outcomes[20] == .full)
        }
    }
}
