import Domain
import Foundation
import GRDB
import TestPeers
import TestSupport
import Testing

@testable import Storage

/// What operators and other programs do to a database: each problem refuses orders, is told once with what is known of
/// it, and is over by itself.
@Suite(.timeLimit(.minutes(5))) struct DatabaseTroubleMatrixTests {
    @Test(arguments: DatabaseTrouble.all) func aTroubleIsToldOnceAndIsOverByItself(
        _ trouble: DatabaseTrouble
    ) async throws {
        let database = try await TestDatabase()
        let store = try database.open(.hasty)
        let told = Record<StoreTrouble?>()
        store.watchTrouble { told.append($0) }
        try await store.place()
        let other = try trouble.begin(in: database)
        if trouble.isVisible { #expect(await store.examine()?.error == trouble.error) }

        let key = IdempotencyKey.new()
        for _ in 0..<3 { await #expect(throws: trouble.error) { try await store.place(key: key) } }
        if trouble.stopsReaders { await #expect(throws: trouble.error) { try await store.orders() } }
        for _ in 0..<2 { #expect(await store.examine()?.error == trouble.error) }
        #expect(told.all.map { $0?.error } == [trouble.error])
        #expect(told.all.first??.changes == trouble.changes)
        let holder = other.map { "spreadsheet (process \($0.serverProcess), idle in transaction)" }
        #expect(told.all.first??.holder == holder)

        try trouble.end(in: database, other)
        try await wait { await store.examine() == nil }
        #expect(told.all.map { $0?.error } == [trouble.error, nil])
        #expect(try await store.place(key: key).isNew)
        #expect(try await !store.place(key: key).isNew)
        #expect(try await store.orders().map(\.id) == [1, 2])
        #expect(told.all.count == 2)
    }

    /// A store that is opened while the problem lasts says the same.
    @Test(arguments: DatabaseTrouble.all) func whoOpensTheDatabaseMeanwhileIsToldTheSame(
        _ trouble: DatabaseTrouble
    ) async throws {
        let database = try await TestDatabase()
        try await database.open().place()
        let other = try trouble.begin(in: database)
        do {
            let store = try PostgreSQLStore(at: database.address, mustExist: true, limits: .hasty)
            #expect(await store.examine(tries: true)?.error == trouble.error)
        } catch {
            #expect(error == trouble.error)
        }
        try trouble.end(in: database, other)
    }

    @Test func aTableThatOrdersNeedNotHaveIsNoReasonToRefuseThem() async throws {
        let database = try await TestDatabase()
        let store = try database.open()
        try database.run("ALTER TABLE banchan.bookings RENAME TO gone")
        let told = Record<StoreTrouble?>()
        store.watchTrouble { told.append($0) }
        await #expect(throws: StoreError.tablesChanged) {
            try await store.transaction { try ($0 as? PostgreSQLTransaction)?.run("DELETE FROM bookings", []) }
        }
        #expect(await store.examine() == nil)
        try await store.place()
        #expect(told.all.isEmpty)
    }

    @Test func aFileWhoseTablesSomebodyChangedIsToldOnceAndIsOverByItself() async throws {
        try await withScratch { path in
            let store = try SQLiteStore(at: path)
            let told = Record<StoreTrouble?>()
            store.watchTrouble { told.append($0) }
            try await store.place()
            let other = try database(at: path)
            try await other.write { try $0.execute(sql: "ALTER TABLE orders RENAME COLUMN who TO gone") }
            #expect(await store.examine(tries: true)?.error == .tablesChanged)
            for _ in 0..<3 { await #expect(throws: StoreError.tablesChanged) { try await store.place() } }
            await #expect(throws: StoreError.tablesChanged) { try await store.orders() }
            for _ in 0..<2 { #expect(await store.examine()?.changes == ["orders.who"]) }
            #expect(told.all.map { $0?.error } == [.tablesChanged])
            try await other.write { try $0.execute(sql: "ALTER TABLE orders RENAME COLUMN gone TO who") }
            #expect(await store.examine() == nil)
            try await store.place()
            #expect(try await store.orders().count == 2)
            #expect(told.all.map { $0?.error } == [.tablesChanged, nil])
            try other.close()
            await store.close()
        }
    }

    @Test func columnsOfOthersThatMayStayEmptyAreNoChange() async throws {
        let database = try await TestDatabase()
        let store = try database.open()
        try database.run("ALTER TABLE banchan.orders ADD COLUMN mark text, ADD COLUMN rank integer NOT NULL DEFAULT 1")
        let connection = try PostgreSQLConnection(to: database.address, password: nil, limits: .patient)
        #expect(try connection.transaction(.reading) { try PostgreSQLSchema.changes(in: connection) }.isEmpty)
        try await store.place()
    }

    @Test func whoOnlyReadsADatabaseMakesNoTablesInIt() async throws {
        let database = try await TestDatabase()
        #expect(throws: StoreError.missing) {
            try PostgreSQLStore(at: database.address, mustExist: true, limits: .patient)
        }
        #expect(try database.run("SELECT count(*) FROM pg_namespace WHERE nspname = 'banchan'") == "0\n")
    }

    @Test func aFullDiskIsToldOnceAndNothingIsLost() async throws {
        // A server that cannot write back a page makes no database for other tests.
        let server = try await onOwnThread { try PostgreSQLServer() }
        guard let disk = try server.smallDisk(megabytes: 16) else {
            print("Skipped: this machine does not allow a small disk to be mounted.")
            return
        }
        defer { disk.unmount() }
        let name = try server.newDatabase(on: disk)
        let store = try PostgreSQLStore(at: PostgreSQLAddress(server.address(of: name)), limits: .patient)
        let told = Record<StoreTrouble?>()
        store.watchTrouble { told.append($0) }
        try await store.place()
        try disk.fill()
        var (keys, isFull) = ([IdempotencyKey](), false)
        for _ in 0..<400 where !isFull {
            keys.append(.new())
            do {
                try await store.place(key: keys[keys.count - 1])
            } catch {
                isFull = try #require(error as? StoreError) == .full
            }
        }
        #expect(isFull)
        // Room for one more order is not enough.
        for _ in 0..<20 { #expect(await store.examine()?.error == .full) }
        #expect(told.all.map { $0?.error } == [.full])
        try disk.free()
        #expect(await store.examine() == nil)
        #expect(told.all.map { $0?.error } == [.full, nil])
        var repeated = 0
        for key in keys { repeated += try await store.place(key: key).isNew ? 0 : 1 }
        #expect(repeated == keys.count - 1)
        #expect(try await store.orders().count == keys.count + 1)
        await store.close()
    }
}

/// A problem that is made and mended by SQL.
struct DatabaseTrouble: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let error: StoreError
    var changes: [String] = []
    /// Whether orders cannot even be listed.
    var stopsReaders = false
    /// Whether it is found before anybody orders.
    var isVisible = true
    /// Run by the database's owner, or for a lock, by another program, which then does nothing any more.
    var beginning: String
    /// `nil` if the other program ends its transaction.
    var ending: String?

    static let all: [DatabaseTrouble] = [
        DatabaseTrouble(
            testDescription: "read only", error: .readOnlyServer,
            beginning: "SET default_transaction_read_only = on", ending: "RESET default_transaction_read_only"),
        changed(
            "column dropped", ["orders.total"], "ALTER TABLE banchan.orders DROP total",
            "ALTER TABLE banchan.orders ADD total bigint NOT NULL DEFAULT 0"),
        changed(
            "table dropped", ["idempotency_keys.key", "idempotency_keys.order_id", "idempotency_keys.request"],
            "DROP TABLE banchan.idempotency_keys",
            "CREATE TABLE banchan.idempotency_keys (key uuid PRIMARY KEY, order_id bigint, request text)"),
        changed(
            "column of another type", ["orders.who"], "ALTER TABLE banchan.orders ALTER who TYPE bigint USING 0",
            "ALTER TABLE banchan.orders ALTER who TYPE text"),
        changed(
            "column that we do not fill", ["orders.extra"],
            """
            ALTER TABLE banchan.orders ADD extra integer NOT NULL DEFAULT 0;
            ALTER TABLE banchan.orders ALTER extra DROP DEFAULT
            """, "ALTER TABLE banchan.orders DROP extra"),
        DatabaseTrouble(
            testDescription: "schema dropped", error: .missing, stopsReaders: true,
            beginning: "ALTER SCHEMA banchan RENAME TO gone", ending: "ALTER SCHEMA gone RENAME TO banchan"),
        lock("table of orders", "LOCK TABLE banchan.orders"),
        lock("lock of writers", "LOCK TABLE banchan.layout IN SHARE MODE"),
        lock("table of the layout", "LOCK TABLE banchan.layout", isVisible: true),
        lock("row", "SELECT FROM banchan.sections FOR UPDATE"),
    ]

    private static func changed(
        _ name: String, _ changes: [String], _ beginning: String, _ ending: String
    ) -> DatabaseTrouble {
        DatabaseTrouble(
            testDescription: name, error: .tablesChanged, changes: changes, beginning: beginning, ending: ending)
    }

    private static func lock(_ name: String, _ statement: String, isVisible: Bool = false) -> DatabaseTrouble {
        DatabaseTrouble(
            testDescription: "lock: \(name)", error: .busy, isVisible: isVisible, beginning: "BEGIN; \(statement)")
    }

    /// Makes the problem. Returns the connection of the other program, if there is one.
    func begin(in database: TestDatabase) throws -> PostgreSQLConnection? {
        guard ending != nil else {
            let address = database.server.address(of: database.name) + "?application_name=spreadsheet"
            let other = try PostgreSQLConnection(to: PostgreSQLAddress(address), password: nil, limits: .patient)
            try other.run(beginning)
            return other
        }
        try run(beginning, in: database, endsSessions: true)
        return nil
    }

    func end(in database: TestDatabase, _ other: PostgreSQLConnection?) throws {
        if let ending { try run(ending, in: database, endsSessions: false) }
        try other?.run("ROLLBACK")
    }

    /// A setting is one of the database, for sessions that begin afterwards.
    private func run(_ sql: String, in database: TestDatabase, endsSessions: Bool) throws {
        guard sql.hasPrefix("SET ") || sql.hasPrefix("RESET ") else {
            try database.run(sql)
            return
        }
        try database.server.run("ALTER DATABASE \(database.name) \(sql)", in: "postgres")
        if endsSessions { try database.server.endSessions(of: database.name) }
    }
}

extension PostgreSQLLimits {
    /// Limits that wait only shortly for locks.
    fileprivate static let hasty = {
        var limits = PostgreSQLLimits.patient
        (limits.lock, limits.trialLock) = (.milliseconds(150), .milliseconds(50))
        return limits
    }()
}
