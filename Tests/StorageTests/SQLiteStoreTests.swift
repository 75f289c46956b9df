import Domain
import Foundation
import GRDB
import NIOConcurrencyHelpers
import SQLiteFile
import Testing

@testable import Storage

@Suite struct SQLiteStoreTests {
    @Test func twoStoresOnOneDatabaseShareIt() async throws {
        try await withScratch { path in
            // Created concurrently, as by programs that start at the same moment.
            let stores = try await withThrowingTaskGroup(of: SQLiteStore.self) { group in
                for _ in 0..<4 { group.addTask { try SQLiteStore(at: path) } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            let key = IdempotencyKey.new("same")
            let placed = try await withThrowingTaskGroup(of: KeyedAnswer<Order>.self) { group in
                for store in stores {
                    for _ in 0..<25 { group.addTask { try await store.place() } }
                    group.addTask { try await store.place(key: key) }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(placed.count(where: \.isNew) == 101)
            #expect(try await stores[0].orders().count == 101)
        }
    }

    @Test func theFileIsForItsOwnerOnly() async throws {
        try await withScratch { path in
            let store = try SQLiteStore(at: path)
            try await store.place()
            for file in [path, path + "-wal", path + "-shm"] {
                let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
                #expect(mode == 0o600)
            }
        }
    }

    @Test func itWritesAheadAndWaitsForTheDisk() async throws {
        try await withScratch { path in
            let database = try DatabaseFile(path: path, layout: Schema.layout, timeout: .seconds(1)).open().queue
            let (journal, synchronous) = try await database.read { db in
                (try String.fetchOne(db, sql: "PRAGMA journal_mode"), try Int.fetchOne(db, sql: "PRAGMA synchronous"))
            }
            #expect(journal == "wal")
            // 2 stands for FULL.
            #expect(synchronous == 2)
            #expect(try await database.read { try Int.fetchOne($0, sql: "PRAGMA secure_delete") } == 1)
        }
    }

    /// An index by session would be read as a whole.
    @Test func changedOrdersAreFoundByTheirChange() async throws {
        try await withScratch { path in
            await (try SQLiteStore(at: path)).close()
            let plan = try rows(
                "EXPLAIN QUERY PLAN SELECT session, changed FROM orders WHERE changed > 7 AND session IS NOT NULL",
                path)
            #expect(plan.map { $0["detail"] as String } == ["SEARCH orders USING INDEX orders_by_change (changed>?)"])
        }
    }
}
