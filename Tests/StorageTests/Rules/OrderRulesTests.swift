import Domain
import Foundation
import Storage
import TestSupport
import Testing

@Suite struct OrderRulesTests {
    private let store = InMemoryStore()

    @Test func aKeyIsRememberedWithWhatWasAskedUnderIt() async throws {
        let key = IdempotencyKey.new("one")
        #expect(try await store.read { try $0.earlierOrder(under: key) } == nil)
        let placed = try await store.place(key: key)
        #expect(placed.isNew)
        #expect(try await store.place(key: key) == KeyedAnswer(placed.answer, isNew: false))
        #expect(try await store.read { try $0.earlierOrder(under: key) } == placed.answer)
        let other = IdempotencyKey(id: key.id, request: "two")
        await #expect(throws: KeyTaken()) { try await store.place(key: other) }
        #expect(try await store.orders().count == 1)
    }

    @Test func whatAnOrderNeedsIsTakenOnceAndNotWhereItIsRefused() async throws {
        let (key, fruit) = (IdempotencyKey.new(), FruitID("kiwi"))
        @Sendable func place(_ transaction: any StoreTransaction, key: IdempotencyKey) throws -> Bool {
            func order() throws -> NewOrder {
                let count = try transaction.fruitCounts()[fruit] ?? 1
                try transaction.setCount(count - 1, of: fruit)
                guard count > 0 else { throw Shortage(missing: [fruit: 1]) }
                return .example()
            }
            return try transaction.place(order(), under: key).isNew
        }
        #expect(try await store.transaction { try place($0, key: key) })
        #expect(try await !store.transaction { try place($0, key: key) })
        let late = IdempotencyKey.new()
        await #expect(throws: Shortage(missing: [fruit: 1])) {
            try await store.transaction { try place($0, key: late) }
        }
        #expect(try await store.read { try $0.fruitCounts() } == [fruit: 0])
        // Nothing was stored under its key either, so the order can be placed later.
        #expect(try await store.read { try $0.earlierOrder(under: late) } == nil)
    }

    @Test func anAnswerIsMadeOnceUnderItsKey() async throws {
        let (key, now) = (IdempotencyKey.new("a"), Date.now)
        for number in 1...2 {
            let answer = try await store.transaction { try $0.answerOnce(to: key, at: now) { number } }
            #expect(answer == KeyedAnswer(1, isNew: number == 1))
        }
        let other = IdempotencyKey(id: key.id, request: "b")
        await #expect(throws: KeyTaken()) {
            try await store.transaction { try $0.answerOnce(to: other, at: now) { 3 } }
        }
        await #expect(throws: StoreError.damaged) {
            try await store.transaction { try $0.answerOnce(to: key, at: now) { "no number" } }
        }
    }

    @Test func whatWasRefusedMayBeDoneUnderItsKeyLater() async throws {
        let key = IdempotencyKey.new()
        await #expect(throws: StockError.self) {
            try await store.transaction { transaction in
                try transaction.answerOnce(to: key, at: .now) { () -> Int in
                    throw StockError.unknownFruit(FruitID("tea"))
                }
            }
        }
        #expect(try await store.transaction { try $0.answerOnce(to: key, at: .now) { 1 } }.isNew)
    }

    @Test func aKeyOfAnOrderIsNoneForAnAnswerNorTheOtherWayRound() async throws {
        let (first, second) = (IdempotencyKey.new("a"), IdempotencyKey.new("b"))
        try await store.place(key: first)
        await #expect(throws: KeyTaken()) {
            try await store.transaction { try $0.answerOnce(to: first, at: .now) { 1 } }
        }
        _ = try await store.transaction { try $0.answerOnce(to: second, at: .now) { 1 } }
        await #expect(throws: KeyTaken()) { try await store.place(key: second) }
        #expect(try await store.orders().count == 1)
    }

    @Test func answersAreForgottenAfterAMonth() async throws {
        let (key, day) = (IdempotencyKey.new(), 24.0 * 3_600)
        let begin = Date(timeIntervalSince1970: 1_800_000_000)
        func isNew(at time: Date, _ key: IdempotencyKey = .new()) async throws -> Bool {
            try await store.transaction { try $0.answerOnce(to: key, at: time) { 1 } }.isNew
        }
        #expect(try await isNew(at: begin, key))
        #expect(try await isNew(at: begin + 29 * day))
        #expect(try await !isNew(at: begin + 29 * day, key))
        #expect(try await isNew(at: begin + 31 * day))
        #expect(try await isNew(at: begin + 31 * day, key))
    }

    /// At the turn of the day, the clock of a server may still show the day before.
    @Test(arguments: TestedStore.allCases) func whatIsBookedIsOnTheDayOfTheLastOrderIfThatIsTheNext(
        _ tested: TestedStore
    ) async throws {
        try await tested.withPlace { open in
            let store = try open()
            let order = try await store.place().answer
            let next = order.day.adding(days: 1)
            try await store.place(.example(day: next))
            var paid = order
            try paid.setPayment(.cash)
            try await store.transaction { [paid] in
                try $0.keep(paid, changedFrom: order, on: order.day, at: .now)
            }
            // A day that is further ahead is that of a clock that was wrong.
            try await store.place(.example(day: next.adding(days: 5)))
            var unpaid = paid
            try unpaid.setPayment(nil)
            try await store.transaction { [paid, unpaid] in
                try $0.keep(unpaid, changedFrom: paid, on: order.day, at: .now)
            }
            let bookings = try await store.read { try $0.bookings(on: nil, after: 0, limit: 9) }
            #expect(bookings.map(\.day) == [next, order.day])
        }
    }
}
