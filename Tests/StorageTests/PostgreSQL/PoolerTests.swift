import Domain
import Foundation
import NIOConcurrencyHelpers
import TestPeers
import TestSupport
import Testing

@testable import Storage

/// A store on PostgreSQL behind PgBouncer, which may give each transaction another session of the server.
@Suite(.enabled(if: PgBouncer.isInstalled, "pgbouncer is not installed")) struct PoolerTests {
    @Test(arguments: [PgBouncer.Pooling.session, .transaction])
    func everythingIsKeptByTwoServersBehindAPooler(_ pooling: PgBouncer.Pooling) async throws {
        try await withPooler(pooling) { pooled, direct in
            let stores = [try pooled(), try pooled()]
            #expect(stores.map(\.isPooled) == [true, true])
            let plain = try direct()
            #expect(!plain.isPooled)
            let keys = (0..<60).map { _ in IdempotencyKey.new() }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for (number, key) in keys.enumerated() {
                    group.addTask {
                        try await stores[number % 2].place(.example(isAnnounced: true), key: key)
                        _ = try await stores[(number + 1) % 2].orders()
                    }
                }
                try await group.waitForAll()
            }
            for key in keys { #expect(try await !stores[1].place(key: key).isNew) }
            #expect(try await plain.orders().map(\.id) == Array(1...60))
            // A whole second, which the database keeps as it is: two messages may be sent at the same time.
            let now = Date(timeIntervalSince1970: Date.now.timeIntervalSince1970.rounded(.up))
            let claims = try await withThrowingTaskGroup(of: OutboxClaim.self) { group in
                for number in 0..<60 {
                    group.addTask {
                        try await stores[number % 2].claimMessage(
                            at: now, lease: .seconds(60), pace: .zero, maxPause: .zero)
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            let messages = claims.compactMap { if case .message(let message) = $0 { message.id } else { nil } }
            #expect(Set(messages).count == 60)
            for store in stores { #expect(await store.examine() == nil) }
        }
    }

    @Test(arguments: [PgBouncer.Pooling.session, .transaction])
    func changesByOtherServersAreSeenThoughNoNotificationArrives(_ pooling: PgBouncer.Pooling) async throws {
        try await withPooler(pooling) { pooled, direct in
            let (store, count) = (try pooled(), NIOLockedValueBox(0))
            let watch = store.watchChanges { count.withLockedValue { $0 += 1 } }
            defer { watch.cancel() }
            // The first call says that the watch has begun.
            try await wait { count.withLockedValue(\.self) > 0 }
            let other = try direct()
            for _ in 0..<3 {
                let before = count.withLockedValue(\.self)
                try await other.place()
                try await wait { count.withLockedValue(\.self) > before }
            }
        }
    }

    @Test(arguments: [PgBouncer.Pooling.session, .transaction])
    func aShopIsCopiedThroughAPooler(_ pooling: PgBouncer.Pooling) async throws {
        try await withScratch { path in
            let file = try SQLiteStore(at: path)
            for _ in 0..<3 { try await file.place() }
            await file.close()
            let database = try await TestDatabase()
            let bouncer = try await onOwnThread { try PgBouncer(before: database.server, pooling: pooling) }
            let address = try PostgreSQLAddress(bouncer.address(of: database.name))
            let copy = StoreCopy(from: .sqlite(path: path), to: .postgreSQL(address, password: nil))
            _ = try copy.run { _, _ in true }
            #expect(try await database.open().orders().count == 3)
            withExtendedLifetime(bouncer) {}
        }
    }

    @Test(arguments: [PgBouncer.Pooling.session, .transaction])
    func aRestartOfThePoolerOrOfTheDatabaseBehindItCostsNobodyAnError(_ pooling: PgBouncer.Pooling) async throws {
        let server = try await onOwnThread { try PostgreSQLServer() }
        let name = try server.newDatabase()
        let bouncer = try await onOwnThread { try PgBouncer(before: server, pooling: pooling) }
        let store = try PostgreSQLStore(at: PostgreSQLAddress(bouncer.address(of: name)), limits: .patient)
        let told = Record<StoreTrouble?>()
        store.watchTrouble { told.append($0) }
        try await store.place()
        #expect(try await store.orders().count == 1)
        try await onOwnThread { try bouncer.restart() }
        try await store.place()
        #expect(try await store.orders().count == 2)
        try await onOwnThread {
            try server.stop()
            try server.start()
        }
        try await store.place()
        #expect(try await store.orders().count == 3)
        #expect(told.all.isEmpty)
    }

    @Test func aDatabaseOrUserThatAPoolerDoesNotKnowIsToldAsWithoutIt() async throws {
        let database = try await TestDatabase()
        let bouncer = try await onOwnThread { try PgBouncer(before: database.server, pooling: .transaction) }
        for (name, user, error) in [
            ("nowhere", "banchan", StoreError.missing), (database.name, "nobody", .denied),
        ] {
            let address = try PostgreSQLAddress("postgres://\(user)@127.0.0.1:\(bouncer.port)/\(name)")
            #expect(throws: error) { try PostgreSQLStore(at: address, limits: .patient) }
        }
    }

    /// What PgBouncer 1.18 and PostgreSQL 15 were seen to say.
    @Test(arguments: [
        ("FATAL:  08P01: no such database: shop", StoreError.missing),
        ("FATAL:  08P01: no such user: nobody", .denied),
        ("FATAL:  08P01: SASL authentication failed", .denied),
        ("FATAL:  08P01: role \"shop\" does not exist", .denied),
        ("FATAL:  08P01: database \"shop\" does not exist", .missing),
        ("FATAL:  08P01: password authentication failed", .denied),
        ("FATAL:  08P01: no more connections allowed (max_client_conn)", .noConnectionLeft),
        ("FATAL:  08P01: query_wait_timeout", .unreachable),
        ("FATAL:  3D000: database \"shop\" does not exist\nLOCATION:  InitPostgres, postinit.c:948", .missing),
        ("fe_sendauth: no password supplied", .denied),
        ("Connection refused\n\tIs the server running on that host and accepting TCP/IP connections?", .unreachable),
    ])
    func aRefusedConnectionHasTheReasonOfItsMessage(_ message: String, _ error: StoreError) {
        let told = StoreError(PostgreSQLError(connecting: "connection to server at \"10.0.0.1\" failed: \(message)\n"))
        #expect(told == error)
    }

    @Test func aPoolerThatGivesEachStatementAnotherConnectionIsRefusedBeforeAnythingIsWritten() async throws {
        let database = try await TestDatabase()
        let bouncer = try await onOwnThread { try PgBouncer(before: database.server, pooling: .statement) }
        let address = try PostgreSQLAddress(bouncer.address(of: database.name))
        #expect(throws: StoreError.statementPooling) { try PostgreSQLStore(at: address) }
        try await withScratch { path in
            await (try SQLiteStore(at: path)).close()
            let copy = StoreCopy(from: .sqlite(path: path), to: .postgreSQL(address, password: nil))
            #expect(throws: StoreCopyError.destination(.statementPooling)) { try copy.run { _, _ in true } }
        }
        #expect(try database.run("SELECT count(*) FROM pg_namespace WHERE nspname = 'banchan'") == "0\n")
    }

    /// Runs `body` with functions that open a new database through a pooler, and directly.
    private func withPooler(
        _ pooling: PgBouncer.Pooling,
        _ body: (_ pooled: () throws -> PostgreSQLStore, _ direct: () throws -> PostgreSQLStore) async throws -> Void
    ) async throws {
        let database = try await TestDatabase()
        let bouncer = try await onOwnThread { try PgBouncer(before: database.server, pooling: pooling) }
        let address = try PostgreSQLAddress(bouncer.address(of: database.name))
        try await body({ try PostgreSQLStore(at: address, limits: .patient) }, { try database.open() })
        withExtendedLifetime(bouncer) {}
    }
}
