import Domain
import Foundation
import Storage
import TestPeers
import TestSupport
import Testing

@testable import ShopServer

/// Inserted money is spent, still in the machine or returned, whichever operations are performed by whichever program.
@Suite struct DrinksMoneyTests {
    private let machine = TestedMachine(store: InMemoryStore())

    @Test(arguments: 0..<4 as Range<UInt64>)
    func moneyIsConservedWhateverHappens(_ seed: UInt64) async throws {
        let sessions = (0..<3).map { _ in UUID() }
        var random = SeededGenerator(seed: seed)
        var (inserted, spent, returned) = (0, 0, 0)
        for step in 0..<150 {
            let action = DrinksMoneyTests.action(sessions[Int.random(in: 0..<3, using: &random)], &random)
            do {
                switch try await machine.operate(action, day: DrinksBar.today.adding(days: step / 30)).answer {
                case .balance: if case .insert(let note, _) = action { inserted += note.amount }
                case .sold(let sold): spent += sold.drink.price.amount
                case .change(let change): returned += change.returned.amount
                case .stock: break
                }
            } catch is VendingError {
                // A refused operation changes nothing.
            }
            #expect(try await books(sessions) == [inserted, spent, returned], "seed \(seed), step \(step)")
        }
        #expect(spent > 0)
        #expect(returned > 0)
        #expect(try await machine.history().totals.reduce(0) { $0 + $1.amount.amount } == spent)
        #expect(try await machine.orders().reduce(0) { $0 + $1.total.amount } == spent)
    }

    @Test func aHundredWhoWantTheLastThreeGetThree() async throws {
        let sessions = (0..<100).map { _ in UUID() }
        for session in sessions { try await machine.insert(5_000, session: session) }
        let sold = await withTaskGroup(of: SoldDrink?.self) { group in
            for session in sessions { group.addTask { try? await machine.buy(.cola, session: session) } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(sold.count { $0 != nil } == 3)
        #expect(try await books(sessions) == [500_000, 6_000, 0])
    }

    /// Returns the totals inserted, spent and returned, after checking that each balance is the remainder.
    private func books(_ ids: [UUID]) async throws -> [Int] {
        let sessions = try await machine.store.read { reader in try ids.map { try reader.machineSession($0) } }
        for session in sessions {
            #expect(session.inserted.amount - session.spent.amount - session.returned.amount == session.balance.amount)
        }
        let books: [KeyPath<MachineSession, Won>] = [\.inserted, \.spent, \.returned]
        return books.map { book in sessions.reduce(0) { $0 + $1[keyPath: book].amount } }
    }

    private static func action(_ session: UUID, _ random: inout SeededGenerator) -> MachineOperation.Action {
        let drink = [DrinkID.milk, .cola, .georgia][Int.random(in: 0..<3, using: &random)]
        switch Int.random(in: 0..<10, using: &random) {
        case 0...3:
            return .insert([Won(1_000), Won(5_000), Won(7)][Int.random(in: 0..<3, using: &random)], session: session)
        case 4...6: return .buy(drink, session: session)
        case 7: return .giveChange(session: session)
        case 8: return .restock(DrinkRestock(id: drink, count: Int.random(in: 0...5, using: &random)))
        default: return .removeExpired(drink)
        }
    }
}
