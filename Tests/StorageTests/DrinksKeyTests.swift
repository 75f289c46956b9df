import Domain
import Foundation
import Storage
import Testing

/// What is asked again is not done again.
@Suite struct DrinksKeyTests {
    private let session = UUID()

    @Test func everyOperationIsDoneOnceUnderItsKey() async throws {
        try await withScratch { path in
            let ledger = try SQLiteLedger(at: path)
            let actions: [DrinksOperation.Action] = [
                .insert(Won(5_000), session: session), .buy(.cola, session: session), .giveChange(session: session),
                .restock(DrinkRestock(id: .milk, count: 7)), .removeExpired(.milk),
            ]
            let keys = actions.indices.map { IdempotencyKey(id: UUID(), request: "\($0)") }
            var answers: [DrinksAnswer] = []
            for (action, key) in zip(actions, keys) {
                guard case .done(let answer) = try await ledger.operate(action, key: key) else {
                    Issue.record("not done: \(action)")
                    return
                }
                answers.append(answer)
            }
            let before = try await state(of: ledger)
            for (index, action) in actions.enumerated() {
                #expect(try await ledger.operate(action, key: keys[index]) == .repeated(answers[index]))
                let other = IdempotencyKey(id: keys[index].id, request: "another")
                #expect(try await ledger.operate(action, key: other) == .keyTaken)
            }
            #expect(try await state(of: ledger) == before)
        }
    }

    @Test func whatWasRefusedMayBeDoneUnderItsKeyLater() async throws {
        try await withScratch { path in
            let ledger = try SQLiteLedger(at: path)
            let key = IdempotencyKey(id: UUID(), request: "cola")
            #expect(try await !ledger.operate(.buy(.cola, session: session), key: key).isDone)
            try await ledger.insert(5_000, session: session)
            #expect(try await ledger.operate(.buy(.cola, session: session), key: key).isDone)
        }
    }

    @Test func aKeyOfAnOrderIsNoneForTheMachineNorTheOtherWayRound() async throws {
        try await withScratch { path in
            let ledger = try SQLiteLedger(at: path)
            let (first, second) = (IdempotencyKey(id: UUID(), request: "a"), IdempotencyKey(id: UUID(), request: "b"))
            _ = try await ledger.place(.example(key: first))
            #expect(try await ledger.operate(.insert(Won(1_000), session: session), key: first) == .keyTaken)
            try await ledger.operate(.insert(Won(1_000), session: session), key: second)
            #expect(try await ledger.place(.example(key: second)) == .keyTaken)
            #expect(try await ledger.placement(of: second) == .keyTaken)
            #expect(try await ledger.orders(after: 0, limit: 9).count == 1)
            #expect(try await ledger.machine(of: session).balance == Won(1_000))
        }
    }

    @Test func answersAreForgottenAfterAMonth() async throws {
        try await withScratch { path in
            let ledger = try SQLiteLedger(at: path)
            let key = IdempotencyKey(id: UUID(), request: "a")
            let action = DrinksOperation.Action.insert(Won(1_000), session: session)
            let day = 24.0 * 3_600
            let long = Date(timeIntervalSince1970: 1_800_000_000)
            try await ledger.operate(action, key: key, at: long)
            try await ledger.operate(action, at: long + 29 * day)
            #expect(try await !ledger.operate(action, key: key, at: long + 29 * day).isDone)
            try await ledger.operate(action, at: long + 31 * day)
            #expect(try rows("SELECT * FROM answers", path).count == 2)
            #expect(try await ledger.operate(action, key: key, at: long + 31 * day).isDone)
        }
    }

    private func state(of ledger: SQLiteLedger) async throws -> [String] {
        [
            "\(try await ledger.counts())", "\(try await ledger.machine(of: session))",
            "\(try await ledger.drinksHistory())", "\(try await ledger.sections().last)",
        ]
    }
}
