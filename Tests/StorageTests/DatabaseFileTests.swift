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

    @Test func aLayoutThatWasShippedNeverChanges() async throws {
        try await withScratch { path in
            try await keep(orders: 1, in: path)
            let columns = try await database(at: path).read { db in
                try ["orders", "idempotency_keys", "outbox", "outbox_pace"].map { table in
                    try String.fetchAll(
                        db, sql: "SELECT name || ' ' || type FROM pragma_table_info(?)", arguments: [table]
                    )
                    .joined(separator: ", ")
                }
            }
            #expect(
                columns == [
                    "id INTEGER, counter TEXT, who TEXT, title TEXT, quantity INTEGER, unit_price INTEGER, total INTEGER, placed_at INTEGER, "
                        + "item TEXT, lines TEXT, delivery_fee INTEGER, state TEXT, steps TEXT, reason TEXT, session TEXT, "
                        + "changed INTEGER, is_announced INTEGER, title_en TEXT, taken TEXT",
                    "key TEXT, request TEXT, order_id INTEGER",
                    "id INTEGER, order_id INTEGER, attempts INTEGER, next_at INTEGER, leased_until INTEGER, failed_at INTEGER, "
                        + "kind TEXT, added_at INTEGER, may_have_arrived INTEGER, failure TEXT",
                    "id INTEGER, ready_at INTEGER",
                ])
        }
    }

    /// Undoes what the migrations from version 4 on added to the orders and the outbox.
    private static let withoutStates = """
        DROP INDEX orders_by_state; DROP INDEX orders_by_time; DROP INDEX orders_of_session;
        DROP INDEX orders_by_change;
        """
        + [
            "item", "lines", "delivery_fee", "state", "steps", "reason", "session", "changed", "is_announced",
            "title_en", "taken",
        ]
        .map { "ALTER TABLE orders DROP COLUMN \($0);" }.joined() + withoutKinds

    /// Undoes what the last migration added to the outbox.
    private static let withoutKinds =
        "DROP INDEX outbox_of_order;"
        + ["kind", "added_at", "may_have_arrived", "failure"].map { "ALTER TABLE outbox DROP COLUMN \($0);" }.joined()

    /// Each version of the schema, with the tables that it did not contain yet.
    private static let versions: [(Int, without: [String])] = [
        (4, []),
        (3, ["records"]),
        (2, ["records", "drink_stock", "drink_sessions", "drink_purchases", "drink_totals", "answers"]),
        (
            1,
            [
                "records", "drink_stock", "drink_sessions", "drink_purchases", "drink_totals", "answers", "stock",
                "sections",
            ]
        ),
    ]

    @Test(arguments: versions) func aStoreOfAnEarlierVersionKeepsItsOrdersAndGetsWhatIsNew(
        _ version: Int, _ tables: [String]
    ) async throws {
        try await withScratch { path in
            let key = IdempotencyKey.new()
            let placed = try await SQLiteStore(at: path).place(.example(isAnnounced: true), key: key)
            try await database(at: path).write { db in
                try db.execute(sql: DatabaseFileTests.withoutStates)
                for table in tables { try db.execute(sql: "DROP TABLE \(table)") }
                try db.execute(sql: "PRAGMA user_version = \(version)")
            }
            let store = try SQLiteStore(at: path)
            // The order as it was, converted to one that was handed over long ago.
            let old = Order(
                id: placed.answer.id, who: placed.answer.who, lines: [.old],
                steps: [OrderStep(.handedOver, at: placed.answer.placedAt, by: .machine)],
                placedAt: placed.answer.placedAt)
            #expect(try await store.orders() == [old])
            #expect(try await store.read { try $0.unannouncedOrders(limit: 9) }.isEmpty)
            #expect(try await !store.place(key: key).isNew)
            let claim = try await store.claimMessage(at: .now, lease: .zero, pace: .zero)
            guard case .message(let message) = claim else {
                Issue.record("The older order's message is gone: \(claim)")
                return
            }
            #expect(message.order == old)
            try await store.transaction { transaction in
                try transaction.setCount(1, of: FruitID("kiwi"))
                _ = try transaction.addVersion(of: .main)
                try transaction.set(MachineSession(id: UUID()))
                try transaction.setRecord("a", in: "b", to: "c")
            }
            #expect(try rows("PRAGMA user_version", path).map { $0[0] as Int } == [8])
        }
    }

    @Test func ordersFromBeforeTitlesInEnglishHaveNone() async throws {
        try await withScratch { path in
            let placed = try await SQLiteStore(at: path).place().answer
            try await database(at: path).write { db in
                try db.execute(
                    sql: """
                        ALTER TABLE orders DROP COLUMN title_en; ALTER TABLE orders DROP COLUMN taken;
                        \(DatabaseFileTests.withoutKinds) PRAGMA user_version = 5
                        """)
            }
            let store = try SQLiteStore(at: path)
            let order = try #require(try await store.orders().first)
            #expect(order.lines.map(\.title) == placed.lines.map(\.title))
            #expect(order.lines.map(\.titleInEnglish) == [nil])
            #expect(order.state == placed.state)
            #expect(try await store.place().answer.lines == placed.lines)
        }
    }

    @Test func afterTheLayoutWasBroughtUpToDateTheOneFileIsEverything() async throws {
        try await withScratch { path in
            let placed = try await SQLiteStore(at: path).place(.example(), key: .new())
            try await database(at: path).write { db in
                try db.execute(sql: DatabaseFileTests.withoutStates + "DROP TABLE records")
                try db.execute(sql: "PRAGMA user_version = 3")
            }
            let store = try SQLiteStore(at: path)
            // Checked while the store is open: a copy of the file alone, without its log, has the new schema and all
            // orders.
            let copy = path + ".copy"
            try FileManager.default.copyItem(atPath: path, toPath: copy)
            #expect(try rows("PRAGMA user_version", copy).map { $0[0] as Int } == [8])
            #expect(try rows("SELECT count(*) FROM records", copy).map { $0[0] as Int } == [0])
            #expect(try rows("SELECT id FROM orders", copy).map { $0[0] as Int } == [placed.answer.id])
            await store.close()
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

    @Test func aNewerStoreIsRefusedAndLeftAlone() async throws {
        try await withScratch { path in
            _ = try SQLiteStore(at: path)
            try await database(at: path).writeWithoutTransaction { db in
                try db.execute(sql: "PRAGMA user_version = 99")
                _ = try String.fetchAll(db, sql: "PRAGMA wal_checkpoint(TRUNCATE)")
            }
            let content = try Data(contentsOf: URL(filePath: path))
            try await expectRefused(.newer(version: 99, known: 8), content: content)
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
