import Domain
import Foundation
import GRDB
import NIOConcurrencyHelpers
import SQLiteFile
import Testing

@testable import Storage

@Suite struct LedgerTests {
    @Test func anOrderIsThereAfterTheLedgerWasClosed() async throws {
        try await withScratch { path in
            let placed = try await SQLiteLedger(at: path).place(.example())
            let orders = try await SQLiteLedger(at: path).orders(after: 0, limit: 10)
            #expect(placed == .placed(orders[0].order))
            #expect(orders.map(\.counter) == [.menu])
            #expect(orders[0].order.total == Won(7_800))
        }
    }

    @Test func aKeyIsRememberedWithWhatWasAskedUnderIt() async throws {
        try await withScratch { path in
            let ledger = try SQLiteLedger(at: path)
            let key = IdempotencyKey(id: UUID(), request: "one")
            #expect(try await ledger.placement(of: key) == nil)
            guard case .placed(let order) = try await ledger.place(.example(key: key)) else {
                Issue.record("The order was not new.")
                return
            }
            #expect(try await ledger.place(.example(key: key)) == .repeated(order))
            #expect(try await ledger.placement(of: key) == .repeated(order))
            let other = IdempotencyKey(id: key.id, request: "two")
            #expect(try await ledger.place(.example(key: other)) == .keyTaken)
            #expect(try await ledger.orders(after: 0, limit: 10).count == 1)
        }
    }

    @Test func ordersThatWaitTogetherAreWrittenTogether() async throws {
        try await withScratch { path in
            let commits = NIOLockedValueBox(0)
            let ledger = try SQLiteLedger(at: path) { step in
                if step == .committed { commits.withLockedValue { $0 += 1 } }
            }
            let ids = try await withThrowingTaskGroup(of: Int?.self) { group in
                for _ in 0..<200 {
                    group.addTask {
                        guard case .placed(let order) = try await ledger.place(.example()) else { return nil }
                        return order.id
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(Set(ids.compactMap(\.self)) == Set(1...200))
            #expect(commits.withLockedValue(\.self) < 200)
        }
    }

    @Test func twoLedgersOnOneDatabaseShareIt() async throws {
        try await withScratch { path in
            // Made at the same moment by both, as two programs would.
            let ledgers = try await withThrowingTaskGroup(of: SQLiteLedger.self) { group in
                for _ in 0..<4 { group.addTask { try SQLiteLedger(at: path) } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            let key = IdempotencyKey(id: UUID(), request: "same")
            let placements = try await withThrowingTaskGroup(of: OrderOutcome.self) { group in
                for ledger in ledgers {
                    for _ in 0..<25 { group.addTask { try await ledger.place(.example()) } }
                    group.addTask { try await ledger.place(.example(key: key)) }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            let isNew = placements.count { if case .placed = $0 { true } else { false } }
            #expect(isNew == 101)
            #expect(try await ledgers[0].orders(after: 0, limit: 1_000).count == 101)
        }
    }

    @Test func theFileIsForItsOwnerOnly() async throws {
        try await withScratch { path in
            let ledger = try SQLiteLedger(at: path)
            _ = try await ledger.place(.example())
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
            // FULL, by its number.
            #expect(synchronous == 2)
        }
    }
}
