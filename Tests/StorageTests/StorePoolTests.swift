import TestPeers
import TestSupport
import Testing

@testable import Storage

/// The figures that a store reports about its connections.
@Suite(.timeLimit(.minutes(5))) struct StorePoolTests {
    @Test(arguments: [TestedStore.sqlite, .postgreSQL])
    func whatIsWrittenAndWhatWaitsForThatIsCounted(_ tested: TestedStore) async throws {
        try await tested.withPlace { open in
            let store = try open()
            try await store.place()
            try await wait(untilFact: { store.pool("writing") == StorePool(name: "writing", limit: 1, idle: 1) })
            let gate = Gate()
            async let slow: Void = store.transaction { _ in gate.pass() }
            await gate.wait()
            async let others: Void = withThrowingTaskGroup { group in
                for _ in 0..<3 { group.addTask { _ = try await store.place() } }
                try await group.waitForAll()
            }
            try await wait(untilFact: {
                store.pool("writing") == StorePool(name: "writing", limit: 1, used: 1, waiting: 3)
            })
            gate.open()
            _ = try await (slow, others)
            try await wait(untilFact: { store.pool("writing") == StorePool(name: "writing", limit: 1, idle: 1) })
            await store.close()
            #expect(store.pool("writing")?.used == 0)
            await #expect(throws: StoreError.overloaded) { try await store.orders() }
        }
    }

    @Test func readersAreAPoolOfTheirOwnInPostgreSQL() async throws {
        let database = try await TestDatabase()
        var limits = PostgreSQLLimits.patient
        limits.readers = 2
        let store = try database.open(limits)
        let gate = Gate()
        async let reading: Void = withThrowingTaskGroup { group in
            for _ in 0..<5 { group.addTask { try await store.read { _ in gate.pass() } } }
            try await group.waitForAll()
        }
        await gate.wait(for: 2)
        try await wait(untilFact: { store.pool("reading") == StorePool(name: "reading", limit: 2, used: 2, waiting: 3) }
        )
        gate.open(for: 5)
        try await reading
        try await wait(untilFact: { store.pool("reading") == StorePool(name: "reading", limit: 2, idle: 2) })
        #expect(store.pool("writing")?.waiting == 0)
    }

    @Test func aConnectionThatWasLostIsNotIdle() async throws {
        let database = try await TestDatabase(on: onOwnThread { try PostgreSQLServer() })
        let store = try database.open()
        try await store.place()
        try await onOwnThread { try database.server.kill() }
        await #expect(throws: StoreError.unreachable) { try await store.place() }
        try await wait(untilFact: { store.pool("writing") == StorePool(name: "writing", limit: 1) })
    }
}

extension Store {
    fileprivate func pool(_ name: String) -> StorePool? { pools().first { $0.name == name } }
}
