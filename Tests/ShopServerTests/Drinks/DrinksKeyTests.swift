import Domain
import Foundation
import Storage
import TestSupport
import Testing

@testable import ShopServer

/// Repeated operations under the same idempotency key are not performed again.
@Suite struct DrinksKeyTests {
    private let session = UUID()
    private let machine = TestedMachine(store: InMemoryStore())

    @Test func everyOperationIsDoneOnceUnderItsKey() async throws {
        let actions: [MachineOperation.Action] = [
            .insert(Won(5_000), session: session), .buy(.cola, session: session), .giveChange(session: session),
            .restock(DrinkRestock(id: .milk, count: 7)), .removeExpired(.milk),
        ]
        let keys = actions.indices.map { IdempotencyKey(id: UUID(), request: "\($0)") }
        var answers: [MachineAnswer] = []
        for (action, key) in zip(actions, keys) {
            let answer = try await machine.operate(action, key: key)
            #expect(answer.isNew)
            answers.append(answer.answer)
        }
        let before = try await state()
        for (index, action) in actions.enumerated() {
            #expect(try await machine.operate(action, key: keys[index]) == KeyedAnswer(answers[index], isNew: false))
            let other = IdempotencyKey(id: keys[index].id, request: "another")
            await #expect(throws: KeyTaken()) { try await machine.operate(action, key: other) }
        }
        #expect(try await state() == before)
    }

    @Test func whatWasRefusedMayBeDoneUnderItsKeyLater() async throws {
        let key = IdempotencyKey(id: UUID(), request: "cola")
        await #expect(throws: VendingError.self) {
            try await machine.operate(.buy(.cola, session: session), key: key)
        }
        try await machine.insert(5_000, session: session)
        #expect(try await machine.operate(.buy(.cola, session: session), key: key).isNew)
    }

    private func state() async throws -> [String] {
        [
            "\(try await machine.counts())", "\(try await machine.machine(of: session))",
            "\(try await machine.history())", "\(try await machine.versions().last)",
        ]
    }
}
