import Domain
import Foundation
import NIOConcurrencyHelpers
import TestPeers
import TestSupport
import Testing

@testable import Storage

/// A store on PostgreSQL behind PgBouncer, which gives each transaction another session of the server.
@Suite(.enabled(if: PgBouncer.isInstalled, "pgbouncer is not installed")) struct PoolerTests {
    @Test func everythingIsKeptByTwoServersBehindAPooler() async throws {
        try await withPooler { pooled, direct in
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
                        try await stores[number % 2].claimMessage(at: now, lease: .seconds(60), pace: .zero)
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            let messages = claims.compactMap { if case .message(let message) = $0 { message.id } else { nil } }
            #expect(Set(messages).count == 60)
            for store in stores { #expect(await store.examine() == nil) }
        }
    }

    @Test func changesByOtherServersAreSeenThoughNoNotificationArrives() async throws {
        try await withPooler { pooled, direct in
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

    @Test func aShopIsCopiedThroughAPooler() async throws {
        try await withScratch { path in
            let file = try SQLiteStore(at: path)
            for _ in 0..<3 { try await file.place() }
            await file.close()
            let database = try await TestDatabase()
            let bouncer = try await onOwnThread { try PgBouncer(before: database.server) }
            let address = try PostgreSQLAddress(bouncer.address(of: database.name))
            let copy = StoreCopy(from: .sqlite(path: path), to: .postgreSQL(address, password: nil))
            _ = try copy.run { _, _ in true }
            #expect(try await database.open().orders().count == 3)
            withExtendedLifetime(bouncer) {}
        }
    }

    /// Runs `body` with functions that open a new database through a pooler, and directly.
    private func withPooler(
        _ body: (_ pooled: () throws -> PostgreSQLStore, _ direct: () throws -> PostgreSQLStore) async throws -> Void
    ) async throws {
        let database = try await TestDatabase()
        let bouncer = try await onOwnThread { try PgBouncer(before: database.server) }
        let address = try PostgreSQLAddress(bouncer.address(of: database.name))
        try await body({ try PostgreSQLStore(at: address, limits: .patient) }, { try database.open() })
        withExtendedLifetime(bouncer) {}
    }
}
