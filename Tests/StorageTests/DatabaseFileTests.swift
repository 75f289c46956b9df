import Domain
import Foundation
import GRDB
import Storage
import TestSupport
import Testing

@Suite struct DatabaseFileTests {
    @Test func anEmptyFileBecomesAStore() async throws {
        try await withScratch { path in
            try Data().write(to: URL(filePath: path))
            let store = try SQLiteStore(at: path)
            #expect(try await store.orders().isEmpty)
        }
    }

    @Test func aNewFileIsTheSameAsAnEmptyOneThatBecameAStore() async throws {
        try await withScratch { path in
            try Data().write(to: URL(filePath: path))
            try await SQLiteStore(at: path).close()
            try await SQLiteStore(at: path + "2").close()
            #expect(try await DatabasePlan(ofDatabaseAt: path) == DatabasePlan(ofDatabaseAt: path + "2"))
        }
    }

    @Test func aNewFileIsThereAsAWholeOrNotAtAll() async throws {
        try await withScratch { path in
            let firstSight = Task.detached {
                while true {
                    if let file = FileManager.default.contents(atPath: path) { return file }
                    try Task.checkCancellation()
                }
            }
            defer { firstSight.cancel() }
            try await SQLiteStore(at: path).close()
            let file = URL(filePath: path)
            #expect(try await firstSight.value == Data(contentsOf: file))
            let directory = file.deletingLastPathComponent().path
            #expect(try FileManager.default.contentsOfDirectory(atPath: directory) == [file.lastPathComponent])
        }
    }

    /// Tables that an earlier version made, and a migration that a later one did.
    @Test(arguments: [
        "DROP TABLE grdb_migrations; PRAGMA user_version = 8",
        "UPDATE grdb_migrations SET identifier = 'other'", "INSERT INTO grdb_migrations VALUES ('later')",
    ])
    func aStoreOfAnotherVersionIsRefusedAndLeftAlone(_ change: String) async throws {
        try await withScratch { path in
            await (try SQLiteStore(at: path)).close()
            try await database(at: path).writeWithoutTransaction { db in
                try db.execute(sql: change)
                _ = try String.fetchAll(db, sql: "PRAGMA wal_checkpoint(TRUNCATE)")
            }
            try await expectRefused(.otherVersion, content: Data(contentsOf: URL(filePath: path)))
        }
    }

    @Test func aMigrationThatWasBegunAndInterruptedIsMadeAgain() async throws {
        try await withScratch { path in
            try await database(at: path).write { db in
                try db.execute(sql: "CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)")
            }
            #expect(try await SQLiteStore(at: path).place().isNew)
        }
    }

    @Test func programsThatStartAtOnceOnAnEmptyFileMakeOneStore() async throws {
        try await withScratch { path in
            try Data().write(to: URL(filePath: path))
            let stores = try await withThrowingTaskGroup(of: SQLiteStore.self) { group in
                for _ in 0..<6 { group.addTask { try SQLiteStore(at: path) } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            for store in stores { try await store.place() }
            #expect(try await stores[0].orders().map(\.id) == Array(1...6))
        }
    }

    @Test func aStoreThatMustBeThereIsNotMade() async throws {
        try await withScratch { path in
            #expect(throws: StoreError.missing) { try SQLiteStore(at: path, mustExist: true) }
            #expect(!FileManager.default.fileExists(atPath: path))
        }
    }

    @Test func whatIsNoDatabaseIsRefusedAndLeftAlone() async throws {
        try await expectRefused(.damaged, content: Data(String(repeating: "not a database\n", count: 500).utf8))
    }

    @Test func aDamagedStoreIsRefusedAndLeftAlone() async throws {
        try await withScratch { path in
            try await keep(orders: 40, in: path)
            try await database(at: path).writeWithoutTransaction { db in
                _ = try String.fetchAll(db, sql: "PRAGMA wal_checkpoint(TRUNCATE)")
            }
            var content = try Data(contentsOf: URL(filePath: path))
            // All pages except the first, which identifies the file.
            for index in 4_096..<content.count where index % 3 == 0 { content[index] ^= 0xA5 }
            try await expectRefused(.damaged, content: content)
        }
    }

    @Test func anotherProgramsDatabaseIsRefusedAndLeftAlone() async throws {
        try await withScratch { path in
            try await database(at: path).write { try $0.execute(sql: "CREATE TABLE recipes (name TEXT)") }
            try await expectRefused(.foreign, content: Data(contentsOf: URL(filePath: path)))
        }
    }

    @Test func aDirectoryInItsPlaceIsRefused() async throws {
        try await withScratch { path in
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
            #expect(throws: StoreError.self) { try SQLiteStore(at: path) }
        }
    }

    @Test func whatAnotherProgramHoldsForTooLongIsBusy() async throws {
        try await withScratch { path in
            let store = try SQLiteStore(at: path, timeout: .milliseconds(20))
            var configuration = Configuration()
            configuration.allowsUnsafeTransactions = true
            let other = try DatabaseQueue(path: path, configuration: configuration)
            try await other.writeWithoutTransaction { try $0.beginTransaction(.immediate) }
            await #expect(throws: StoreError.busy) { try await store.place() }
            try await other.writeWithoutTransaction { try $0.rollback() }
            #expect(try await store.place().isNew)
        }
    }

    @Test func theMachinesBooksAreRightOrNotKept() async throws {
        try await withScratch { path in
            let store = try SQLiteStore(at: path)
            var session = MachineSession(id: UUID())
            (session.balance, session.inserted) = (Won(5_000), Won(5_000))
            try await store.transaction { [session] in try $0.set(session) }
            for change in [
                "balance = balance + 1", "spent = spent + 1", "inserted = 0", "balance = -1, returned = 5001",
            ] {
                #expect(throws: DatabaseError.self) {
                    try rows("UPDATE drink_sessions SET \(change) RETURNING *", path)
                }
            }
            session.balance = Won(6_000)
            await #expect(throws: StoreError.self) { try await store.transaction { [session] in try $0.set(session) } }
        }
    }

    private func keep(orders: Int, in path: String) async throws {
        let store = try SQLiteStore(at: path)
        for _ in 0..<orders { try await store.place() }
    }

    /// Expects that a file with that content is refused with `error` and stays unchanged.
    private func expectRefused(_ error: StoreError, content: Data) async throws {
        try await withScratch { path in
            try content.write(to: URL(filePath: path))
            #expect(throws: error) { try SQLiteStore(at: path) }
            #expect(try Data(contentsOf: URL(filePath: path)) == content)
        }
    }
}
