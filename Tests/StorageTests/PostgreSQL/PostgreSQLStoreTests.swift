import Domain
import Foundation
import Platform
import TerminalText
import TestPeers
import TestSupport
import Testing

@testable import Storage

/// Behaviour that is specific to a store on PostgreSQL.
@Suite(.timeLimit(.minutes(5))) struct PostgreSQLStoreTests {
    @Test func serversThatStartAtOnceOnAnEmptyDatabaseMakeOneLayout() async throws {
        let database = try await TestDatabase()
        let stores = try await withThrowingTaskGroup(of: PostgreSQLStore.self) { group in
            for _ in 0..<6 { group.addTask { try database.open() } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        for store in stores { try await store.place() }
        #expect(try await stores[0].orders().map(\.id) == Array(1...6))
        #expect(try database.run("SELECT application FROM banchan.layout") == "banchan.store\n")
    }

    @Test func whatIsInTheSchemaOfAnotherProgramIsLeftAlone() async throws {
        let database = try await TestDatabase()
        try database.run("CREATE SCHEMA banchan; CREATE TABLE banchan.layout (version integer)")
        #expect(throws: StoreError.foreign) { try database.open() }
        #expect(try database.run("SELECT count(*) FROM pg_tables WHERE schemaname = 'banchan'") == "1\n")
    }

    @Test func aSchemaWithoutOurMarkIsForeign() async throws {
        let database = try await TestDatabase()
        try database.run("CREATE SCHEMA banchan")
        #expect(throws: StoreError.foreign) { try database.open() }
    }

    @Test func tablesOfOthersBesideOursAreNoReasonToRefuse() async throws {
        let database = try await TestDatabase()
        try database.run("CREATE TABLE orders (id integer)")
        try await database.open().place()
        #expect(try database.run("SELECT count(*) FROM public.orders") == "0\n")
        #expect(try database.run("SELECT count(*) FROM banchan.orders") == "1\n")
    }

    @Test(arguments: [("integer", 99), ("text", 8)])
    func tablesOfAnotherVersionAreRefusedAndLeftAlone(_ type: String, _ version: Int) async throws {
        let database = try await TestDatabase()
        try await database.open().place()
        try database.run(
            """
            ALTER TABLE banchan.layout DROP COLUMN version;
            ALTER TABLE banchan.layout ADD COLUMN version \(type) NOT NULL DEFAULT \(version)
            """)
        #expect(throws: StoreError.otherVersion) { try database.open() }
        #expect(try database.run("SELECT version FROM banchan.layout") == "\(version)\n")
        #expect(try database.run("SELECT count(*) FROM banchan.orders") == "1\n")
    }

    @Test func aDatabaseThatIsNotThereIsMissing() throws {
        let server = try PostgreSQLServer.shared.get()
        let address = try PostgreSQLAddress(server.address(of: "nobody_made_it"))
        #expect(throws: StoreError.missing) { try PostgreSQLStore(at: address) }
    }

    @Test func aServerThatIsNotThereIsUnreachable() throws {
        let address = try PostgreSQLAddress("postgres://banchan@127.0.0.1:1/shop")
        #expect(throws: StoreError.unreachable) { try PostgreSQLStore(at: address) }
    }

    @Test(arguments: ["sslmode=require", "sslmode=sometimes"])
    func anAddressThatAsksForWhatCannotBeHadIsRefused(_ parameter: String) throws {
        let text = try PostgreSQLServer.shared.get().address(of: "postgres")
        let address = try PostgreSQLAddress("\(text)?\(parameter)")
        #expect(throws: StoreError.unusableAddress) { try PostgreSQLStore(at: address) }
    }

    @Test func connectionsAreEncryptedAndTrustedAsTheAddressSays() async throws {
        let server = try await onOwnThread { try PostgreSQLServer() }
        let (name, certificate) = (try server.newDatabase(), try server.encrypt())
        func store(_ host: String, _ parameters: String) throws -> PostgreSQLStore {
            try PostgreSQLStore(
                at: PostgreSQLAddress("postgres://banchan@\(host):\(server.port)/\(name)?\(parameters)"))
        }
        let trusted = try store("localhost", "sslmode=verify-full&sslrootcert=\(certificate)")
        try await trusted.place()
        let encrypted =
            "SELECT count(*) FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE ssl AND datname = '\(name)'"
        #expect(try server.run(encrypted, in: "postgres") != "0\n")
        // The certificate was issued for a different name.
        #expect(throws: StoreError.unusableAddress) {
            try store("127.0.0.1", "sslmode=verify-full&sslrootcert=\(certificate)")
        }
        try await store("127.0.0.1", "sslmode=require").place()
        #expect(try await trusted.orders().count == 2)
    }

    @Test func thePasswordIsTheOneThatIsGiven() async throws {
        let database = try await TestDatabase()
        let guarded = PostgreSQLServer.guarded
        try database.run(
            """
            DO $$ BEGIN CREATE ROLE \(guarded.user) LOGIN PASSWORD '\(guarded.password)';
            EXCEPTION WHEN duplicate_object THEN NULL; END $$;
            GRANT ALL ON DATABASE \(database.name) TO \(guarded.user)
            """)
        let text = database.server.address(of: database.name, user: guarded.user)
        let address = try PostgreSQLAddress(text)
        #expect(throws: StoreError.denied) { try PostgreSQLStore(at: address, password: Secret("wrong")) }
        let store = try PostgreSQLStore(at: address, password: Secret(guarded.password))
        try await store.place()
        #expect(try await store.orders().count == 1)
    }

    @Test func thoseThatWaitTogetherShareACommitAndOneFailsAlone() async throws {
        struct Refused: Error {}
        let database = try await TestDatabase()
        let store = try database.open()
        let source = ConnectionSource(database.address, password: nil, .patient)
        var limits = PostgreSQLLimits.patient
        limits.waiting = 1
        let pool = ConnectionThreads(name: "test", count: 1, limits, of: source)
        let groups = PostgreSQLGroups(on: pool, WriterCondition(at: "") {}, onBeginning: { _ in }, onNewVersions: {})
        let gate = DispatchSemaphore(value: 0)
        #expect(pool.submit { _ in gate.wait() })
        let (kept, failed) = (Record<Order>(), Record<any Error>())
        for number in 0..<256 {
            groups.submit(
                PostgreSQLGroups.Waiting(
                    run: { transaction in
                        let order = try transaction.keep(.example(who: "\(number)"))
                        if number == 100 { throw Refused() }
                        return { kept.append(order) }
                    }, fail: { failed.append($0) }))
        }
        gate.signal()
        await kept.wait(count: 255)
        await failed.wait(count: 1)
        #expect(failed.all.allSatisfy { $0 is Refused })
        #expect(try await store.orders() == kept.all)
        #expect(kept.all.map(\.id) == Array(1...255))
        // There is only one version, so no reader saw an intermediate state.
        #expect(try await store.versions() == [OrderState.received.board: .init(version: 1, sequence: 1)])
        await pool.closed()
    }

    @Test func aConflictWithAnotherProgramIsTriedAgain() async throws {
        let database = try await TestDatabase()
        let store = try database.open()
        let counters = RecordTable<Int>("counters")
        try await store.transaction { try counters.set(1, for: "a", in: $0) }
        let runs = Watched(0)
        let count = try await store.transaction { transaction in
            let count = try #require(try counters.value(of: "a", in: transaction))
            // Another program updates the same row without taking the lock.
            if runs.change({ runs -> Int in
                runs += 1; return runs
            }) < 3 {
                try database.run("UPDATE banchan.records SET value = '\(count + 10)' WHERE key = 'a'")
            }
            try counters.set(count + 1, for: "a", in: transaction)
            return count + 1
        }
        #expect(count == 22)
        #expect(runs.value == 3)
        #expect(try await store.read { try counters.value(of: "a", in: $0) } == 22)
    }

    @Test func aConflictThatDoesNotEndIsGivenUp() async throws {
        let database = try await TestDatabase()
        var limits = PostgreSQLLimits.patient
        limits.attempts = 3
        let store = try database.open(limits)
        let counters = RecordTable<Int>("counters")
        try await store.transaction { try counters.set(1, for: "a", in: $0) }
        await #expect(throws: StoreError.busy) {
            try await store.transaction { transaction in
                let count = try #require(try counters.value(of: "a", in: transaction))
                try database.run("UPDATE banchan.records SET value = '\(count + 10)' WHERE key = 'a'")
                try counters.set(count + 1, for: "a", in: transaction)
            }
        }
        #expect(try await store.read { try counters.value(of: "a", in: $0) } == 31)
    }

    @Test func moreReadersThanMayWaitAreRefused() async throws {
        let database = try await TestDatabase()
        var limits = PostgreSQLLimits.patient
        (limits.readers, limits.waiting) = (1, 2)
        let store = try database.open(limits)
        let gate = Gate()
        async let slow: Void = store.read { _ in gate.pass() }
        await gate.wait()
        let outcomes = await withTaskGroup(of: StoreError?.self) { group in
            for _ in 0..<5 {
                group.addTask {
                    do {
                        _ = try await store.orders()
                        return nil
                    } catch {
                        return error as? StoreError
                    }
                }
            }
            var outcomes: [StoreError?] = []
            for await outcome in group {
                outcomes.append(outcome)
                // Only the refused reads are answered immediately.
                if outcomes.count == 3 { gate.open() }
            }
            return outcomes
        }
        try await slow
        #expect(outcomes == [.overloaded, .overloaded, .overloaded, nil, nil])
    }

    @Test func aStatementThatTakesTooLongIsGivenUpAlone() async throws {
        let database = try await TestDatabase()
        var limits = PostgreSQLLimits.patient
        limits.statement = .milliseconds(200)
        let store = try database.open(limits)
        await #expect(throws: StoreError.busy) {
            try await store.transaction { transaction in
                try (transaction as? PostgreSQLTransaction)?.run("SELECT pg_sleep(30)", [])
            }
        }
        try await store.place()
        #expect(await store.examine() == nil)
    }

    @Test func whoHoldsTheRightToWriteTooLongIsNotWaitedFor() async throws {
        let database = try await TestDatabase()
        var limits = PostgreSQLLimits.patient
        limits.lock = .milliseconds(100)
        let (store, other) = (try database.open(limits), try database.open())
        let gate = Gate()
        async let slow: Void = other.transaction { _ in gate.pass() }
        await gate.wait()
        await #expect(throws: StoreError.busy) { try await store.place() }
        gate.open()
        try await slow
        #expect(await store.examine() == nil)
        try await store.place()
    }

    @Test func numbersOfChangesBecomeVisibleInTheirOrder() async throws {
        let database = try await TestDatabase()
        let stores = [try database.open(), try database.open()]
        let reader = try database.open()
        let seen = try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<60 {
                group.addTask { try await stores[number % 2].place(.example(session: UUID())) }
            }
            var (seen, last): (Set<Int>, Int) = ([], 0)
            while last < 60 {
                let changed = try await reader.read { [last] in try $0.orders(after: last, limit: 500) }.map(\.id)
                seen.formUnion(changed)
                last = changed.max() ?? last
            }
            try await group.waitForAll()
            return seen
        }
        #expect(seen == Set(1...60))
    }
}

/// A database for a single test.
struct TestDatabase: Sendable {
    let server: PostgreSQLServer
    let name: String
    let address: PostgreSQLAddress

    init(on server: PostgreSQLServer? = nil) async throws {
        (self.server, name) = try await onOwnThread {
            let server = try server ?? PostgreSQLServer.shared.get()
            return (server, try server.newDatabase())
        }
        address = try PostgreSQLAddress(self.server.address(of: name))
    }

    func open(_ limits: PostgreSQLLimits = .patient) throws -> PostgreSQLStore {
        try PostgreSQLStore(at: address, limits: limits)
    }

    @discardableResult
    func run(_ sql: String) throws -> String { try server.run(sql, in: name) }
}
