import Domain
import Foundation
import GRDB
import Storage
import Testing

@Suite struct DatabaseFileTests {
    @Test func anEmptyFileBecomesALedger() async throws {
        try await withScratch { path in
            try Data().write(to: URL(filePath: path))
            let ledger = try SQLiteLedger(at: path)
            #expect(try await ledger.orders(after: 0, limit: 1).isEmpty)
        }
    }

    @Test func aLayoutThatWasShippedNeverChanges() async throws {
        try await withScratch { path in
            try await keep(orders: 1, in: path)
            let columns = try await patient(path).read { db in
                try ["orders", "idempotency_keys", "outbox", "outbox_pace"].map { table in
                    try String.fetchAll(
                        db, sql: "SELECT name || ' ' || type FROM pragma_table_info(?)", arguments: [table]
                    )
                    .joined(separator: ", ")
                }
            }
            #expect(
                columns == [
                    "id INTEGER, counter TEXT, who TEXT, title TEXT, quantity INTEGER, unit_price INTEGER, total INTEGER, placed_at INTEGER",
                    "key TEXT, request TEXT, order_id INTEGER",
                    "id INTEGER, order_id INTEGER, attempts INTEGER, next_at INTEGER, leased_until INTEGER, failed_at INTEGER",
                    "id INTEGER, ready_at INTEGER",
                ])
        }
    }

    @Test func aLedgerOfTheFirstVersionKeepsItsOrders() async throws {
        try await withScratch { path in
            try await keep(orders: 3, in: path)
            let ledger = try SQLiteLedger(at: path)
            #expect(try await ledger.orders(after: 0, limit: 10).map(\.id) == [1, 2, 3])
        }
    }

    @Test func aLedgerThatMustBeThereIsNotMade() async throws {
        try await withScratch { path in
            #expect(throws: LedgerError.missing) { try SQLiteLedger(at: path, mustExist: true) }
            #expect(!FileManager.default.fileExists(atPath: path))
        }
    }

    @Test func whatIsNoDatabaseIsRefusedAndLeftAlone() async throws {
        try await expectRefused(.damaged, content: Data(String(repeating: "not a database\n", count: 500).utf8))
    }

    @Test func aDamagedLedgerIsRefusedAndLeftAlone() async throws {
        try await withScratch { path in
            try await keep(orders: 40, in: path)
            try await patient(path).writeWithoutTransaction { db in
                _ = try String.fetchAll(db, sql: "PRAGMA wal_checkpoint(TRUNCATE)")
            }
            var content = try Data(contentsOf: URL(filePath: path))
            // Every page but the first, which tells what the file is.
            for index in 4_096..<content.count where index % 3 == 0 { content[index] ^= 0xA5 }
            try await expectRefused(.damaged, content: content)
        }
    }

    @Test func aNewerLedgerIsRefusedAndLeftAlone() async throws {
        try await withScratch { path in
            _ = try SQLiteLedger(at: path)
            try await patient(path).writeWithoutTransaction { db in
                try db.execute(sql: "PRAGMA user_version = 99")
                _ = try String.fetchAll(db, sql: "PRAGMA wal_checkpoint(TRUNCATE)")
            }
            let content = try Data(contentsOf: URL(filePath: path))
            try await expectRefused(.newer(version: 99, known: 3), content: content)
        }
    }

    @Test func anotherProgramsDatabaseIsRefusedAndLeftAlone() async throws {
        try await withScratch { path in
            try await patient(path).write { try $0.execute(sql: "CREATE TABLE recipes (name TEXT)") }
            try await expectRefused(.foreign, content: Data(contentsOf: URL(filePath: path)))
        }
    }

    @Test func aDirectoryInItsPlaceIsRefused() async throws {
        try await withScratch { path in
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
            #expect(throws: LedgerError.self) { try SQLiteLedger(at: path) }
        }
    }

    @Test func whatAnotherProgramHoldsForTooLongIsBusy() async throws {
        try await withScratch { path in
            let ledger = try SQLiteLedger(at: path, timeout: .milliseconds(20))
            var configuration = Configuration()
            configuration.allowsUnsafeTransactions = true
            let other = try DatabaseQueue(path: path, configuration: configuration)
            try await other.writeWithoutTransaction { try $0.beginTransaction(.immediate) }
            await #expect(throws: LedgerError.busy) { try await ledger.place(.example()) }
            try await other.writeWithoutTransaction { try $0.rollback() }
            #expect(try await ledger.place(.example()) != .keyTaken)
        }
    }

    private func keep(orders: Int, in path: String) async throws {
        let ledger = try SQLiteLedger(at: path)
        for _ in 0..<orders { _ = try await ledger.place(.example()) }
    }

    /// The database, for as long as it takes a ledger that was let go to close it.
    private func patient(_ path: String) throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.busyMode = .timeout(10)
        return try DatabaseQueue(path: path, configuration: configuration)
    }

    /// A file with that content is refused with `error`, and nothing of it changes.
    private func expectRefused(_ error: LedgerError, content: Data) async throws {
        try await withScratch { path in
            try content.write(to: URL(filePath: path))
            #expect(throws: error) { try SQLiteLedger(at: path) }
            #expect(try Data(contentsOf: URL(filePath: path)) == content)
        }
    }
}
