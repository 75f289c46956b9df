import Domain
import Foundation
import Storage
import TerminalText
import TestSupport
import Testing

/// How every store must execute transactions.
@Suite(.timeLimit(.minutes(5))) struct StoreContractTests {
    private static let counters = RecordTable<Int>("counters")
    private static let names = ["first", "second"]

    private struct Refused: Error, Hashable {
        let number: Int
    }

    @Test(arguments: TestedStore.allCases) func whatIsAnsweredIsThereForEverybody(_ tested: TestedStore) async throws {
        try await tested.withPlace { open in
            let (here, there) = (try open(), try open())
            for number in 1...5 {
                let placed = try await here.place()
                #expect(placed.answer.id == number)
                #expect(try await there.read { try $0.order(number) } == placed.answer)
            }
            #expect(try await open().orders().map(\.id) == Array(1...5))
        }
    }

    @Test(arguments: TestedStore.allCases) func aTransactionThatThrowsLeavesNothingAndTellsWhy(_ tested: TestedStore)
        async throws
    {
        try await tested.withPlace { open in
            let store = try open()
            let key = IdempotencyKey.new()
            await #expect(throws: Refused(number: 7)) {
                try await store.transaction { transaction in
                    _ = try transaction.place(.example(isAnnounced: true), under: key)
                    _ = try transaction.addVersion(of: .main)
                    try transaction.setCount(3, of: FruitID("kiwi"))
                    try StoreContractTests.counters.set(1, for: "a", in: transaction)
                    throw Refused(number: 7)
                }
            }
            let isEmpty = try await store.read { reader in
                try reader.orders(after: 0, limit: 1).isEmpty && reader.key(key.id) == nil
                    && reader.firstDeadline(to: .webhook, ignoringAfter: .now) == nil
                    && reader.sectionVersions().changes.isEmpty
                    && reader.fruitCounts().isEmpty && reader.record("a", in: "counters") == nil
            }
            #expect(isEmpty)
        }
    }

    @Test(arguments: TestedStore.allCases) func whoFailsAmongManyFailsAlone(_ tested: TestedStore) async throws {
        try await tested.withPlace { open in
            let store = try open()
            let used = IdempotencyKey.new()
            try await store.place(key: used)
            let outcomes = await withTaskGroup(of: Result<Int, any Error>.self) { group in
                for number in 0..<256 {
                    group.addTask {
                        do {
                            return .success(
                                try await store.transaction { transaction in
                                    let order = try transaction.keep(.example(who: "\(number)"))
                                    if number % 64 == 1 { throw Refused(number: number) }
                                    // Violates a constraint of the table itself.
                                    if number % 64 == 2 { try transaction.remember(used, order: order.id) }
                                    return number
                                })
                        } catch {
                            return .failure(error)
                        }
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            let kept = outcomes.compactMap { try? $0.get() }
            #expect(kept.count == 248)
            #expect(Set(try await store.orders().dropFirst().map(\.who.string)) == Set(kept.map(String.init)))
            let refused = outcomes.compactMap { outcome -> Int? in
                guard case .failure(let error as Refused) = outcome else { return nil }
                return error.number
            }
            #expect(Set(refused) == [1, 65, 129, 193])
        }
    }

    @Test(arguments: TestedStore.allCases) func transactionsOfTwoProgramsLoseNothing(_ tested: TestedStore) async throws
    {
        try await tested.withPlace { open in
            let stores = [try open(), try open()]
            try await withThrowingTaskGroup { group in
                for number in 0..<100 {
                    group.addTask { try await StoreContractTests.count(in: stores[number % 2]) }
                }
                try await group.waitForAll()
            }
            let counts = try await stores[1].read { reader in
                try StoreContractTests.names.map { try StoreContractTests.counters.value(of: $0, in: reader) }
            }
            #expect(counts == [100, 100])
        }
    }

    @Test(arguments: TestedStore.allCases) func whoReadsSeesOneMoment(_ tested: TestedStore) async throws {
        try await tested.withPlace { open in
            let stores = [try open(), try open()]
            try await withThrowingTaskGroup { group in
                for _ in 0..<50 {
                    group.addTask { try await StoreContractTests.count(in: stores[0]) }
                    group.addTask {
                        let counts = try await stores[1].read { reader in
                            try StoreContractTests.names.map {
                                try StoreContractTests.counters.value(of: $0, in: reader)
                            }
                        }
                        #expect(counts[0] == counts[1])
                    }
                }
                try await group.waitForAll()
            }
        }
    }

    @Test(arguments: TestedStore.allCases) func whoWatchesIsToldOfNewVersionsByWhomever(_ tested: TestedStore)
        async throws
    {
        try await tested.withPlace { open in
            let stores = [try open(), try open()]
            for store in stores {
                let translated = Watched(0)
                let watch = stores[0].watchChanges { translated.change { $0 += 1 } }
                let change = try await store.transaction { try $0.addVersion(of: .main) }
                await translated.wait { $0 > 0 }
                #expect(try await stores[0].versions()[.main] == change)
                watch.cancel()
            }
        }
    }

    @Test(arguments: TestedStore.allCases) func aClosedStoreRefuses(_ tested: TestedStore) async throws {
        try await tested.withPlace { open in
            let store = try open()
            try await store.place()
            await store.close()
            await #expect(throws: StoreError.self) { try await store.place() }
            await #expect(throws: StoreError.self) { try await store.orders() }
        }
    }

    /// Increments both counters.
    private static func count(in store: any Store) async throws {
        try await store.transaction { transaction in
            for name in names {
                let count = try counters.value(of: name, in: transaction) ?? 0
                try counters.set(count + 1, for: name, in: transaction)
            }
        }
    }
}
