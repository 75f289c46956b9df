import Domain
import Foundation
import GRDB
import SeededRandom
import Storage
import Testing

/// Money that went in was spent, is still there or was returned, whoever does what from which program.
@Suite(.timeLimit(.minutes(5))) struct DrinksMoneyTests {
    @Test(arguments: 0..<4 as Range<UInt64>)
    func moneyIsConservedWhateverHappens(_ seed: UInt64) async throws {
        try await withScratch { path in
            let ledgers = [try SQLiteLedger(at: path), try SQLiteLedger(at: path)]
            let sessions = (0..<3).map { _ in UUID() }
            var random = SeededGenerator(seed: seed)
            var (inserted, spent, returned) = (0, 0, 0)
            for step in 0..<150 {
                let session = sessions[Int.random(in: 0..<3, using: &random)]
                let action = DrinksMoneyTests.action(session, &random)
                let day = DrinksBar.today.adding(days: step / 30)
                switch try await ledgers[step % 2].operate(action, day: day) {
                case .done(.balance):
                    if case .insert(let note, _) = action { inserted += note.amount }
                case .done(.sold(let sold)): spent += sold.drink.price.amount
                case .done(.change(let change)): returned += change.returned.amount
                default: break
                }
                let balances = try await ledgers[0].balances(sessions)
                #expect(inserted == spent + balances + returned, "seed \(seed), step \(step)")
            }
            #expect(spent > 0 && returned > 0)
            try expectBooks(at: path, [inserted, spent, returned])
            let totals = try await ledgers[0].drinksHistory().totals
            #expect(totals.reduce(0) { $0 + $1.amount.amount } == spent)
        }
    }

    @Test func aHundredWhoWantTheLastThreeFromTwoProgramsGetThree() async throws {
        try await withScratch { path in
            let ledgers = [try SQLiteLedger(at: path), try SQLiteLedger(at: path)]
            let sessions = (0..<100).map { _ in UUID() }
            for session in sessions { try await ledgers[0].insert(5_000, session: session) }
            let outcomes = try await withThrowingTaskGroup(of: DrinksOutcome.self) { group in
                for (number, session) in sessions.enumerated() {
                    group.addTask { try await ledgers[number % 2].operate(.buy(.cola, session: session)) }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(outcomes.compactMap(\.sold).count == 3)
            #expect(outcomes.count { $0 == .refused(.soldOut(DrinksBar.cola().product)) } == 97)
            #expect(try await ledgers[1].balances(sessions) == 100 * 5_000 - 3 * 2_000)
            try expectBooks(at: path, [500_000, 6_000, 0])
        }
    }

    @Test func oneWhoSpendsTheSameMoneyAtTwoTerminalsSpendsItOnce() async throws {
        try await withScratch { path in
            let ledgers = [try SQLiteLedger(at: path), try SQLiteLedger(at: path)]
            let session = UUID()
            try await ledgers[0].insert(1_000, 1_000, session: session)
            async let first = ledgers[0].operate(.buy(.cola, session: session))
            async let second = ledgers[1].operate(.buy(.cola, session: session))
            async let change = ledgers[0].operate(.giveChange(session: session))
            let outcomes = [try await first, try await second, try await change]
            #expect(outcomes.compactMap(\.sold).count <= 1)
            #expect(try await ledgers[1].machine(of: session).balance == Won(0))
        }
    }

    @Test func theTableItselfTakesNoOtherBooks() async throws {
        try await withScratch { path in
            let ledger = try SQLiteLedger(at: path)
            try await ledger.insert(5_000, session: UUID())
            for change in [
                "balance = balance + 1", "spent = spent + 1", "inserted = 0", "balance = -1, returned = 5001",
            ] {
                #expect(throws: DatabaseError.self) {
                    try rows("UPDATE drink_sessions SET \(change) RETURNING *", path)
                }
            }
        }
    }

    private static func action(_ session: UUID, _ random: inout SeededGenerator) -> DrinksOperation.Action {
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

    /// That the tables say that this was inserted, spent and returned.
    private func expectBooks(at path: String, _ expected: [Int]) throws {
        let sums = try rows(
            "SELECT SUM(inserted) AS a, SUM(spent) AS b, SUM(returned) AS c FROM drink_sessions", path)
        #expect(sums.map { [$0["a"], $0["b"], $0["c"]] as [Int] } == [expected])
        let orders = try rows("SELECT COALESCE(SUM(total), 0) AS total FROM orders", path)
        #expect(orders.map { $0["total"] as Int } == [expected[1]])
    }
}

extension SQLiteLedger {
    fileprivate func balances(_ sessions: [UUID]) async throws -> Int {
        var sum = 0
        for session in sessions { sum += try await machine(of: session).balance.amount }
        return sum
    }
}
