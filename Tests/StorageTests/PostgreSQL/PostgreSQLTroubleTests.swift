import Domain
import Foundation
import NIOConcurrencyHelpers
import TestPeers
import TestSupport
import Testing

@testable import Storage

/// A database that becomes unavailable and comes back.
@Suite(.timeLimit(.minutes(5))) struct PostgreSQLTroubleTests {
    @Test func whoWatchesMissesNothingWhileItsConnectionIsLost() async throws {
        let database = try await TestDatabase()
        var limits = PostgreSQLLimits.patient
        // The interval is so long that only the reconnection can report the change.
        limits.changePoll = .seconds(300)
        let (watching, changing) = (try database.open(limits), try database.open())
        try await changing.place()
        let translated = Watched(0)
        let watch = watching.watchChanges { translated.change { $0 += 1 } }
        await translated.wait { $0 > 0 }
        try database.server.run("ALTER DATABASE \(database.name) ALLOW_CONNECTIONS false", in: "postgres")
        try database.server.run(
            """
            SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity
            WHERE datname = '\(database.name)' AND query NOT LIKE '%COMMIT%'
            """, in: "postgres")
        let before = translated.value
        // The other store's connection is still open.
        try await changing.place()
        let version = try await changing.transaction { try $0.sectionVersions().last }
        try database.server.run("ALTER DATABASE \(database.name) ALLOW_CONNECTIONS true", in: "postgres")
        await translated.wait { $0 > before }
        #expect(try await watching.read { try $0.sectionVersions().last } == version)
        watch.cancel()
    }

    @Test func anUnknownRefusalIsTroubleUntilAnOrderCanBeKept() async throws {
        let database = try await TestDatabase()
        let store = try database.open()
        try await store.place()
        let told = Watched<[StoreTrouble?]>([])
        store.watchTrouble { trouble in told.change { $0.append(trouble) } }
        try database.run(
            """
            CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no'; END $$;
            CREATE TRIGGER refuse BEFORE INSERT ON banchan.orders FOR EACH ROW EXECUTE FUNCTION refuse()
            """)
        await #expect(throws: StoreError.refused(code: "P0001")) { try await store.place() }
        for _ in 0..<2 { #expect(await store.examine()?.error == .refused(code: "P0001")) }
        #expect(told.value.compactMap { $0?.error } == [.refused(code: "P0001")])
        try database.run("DROP TRIGGER refuse ON banchan.orders")
        #expect(await store.examine() == nil)
        #expect(told.value.last == .some(nil))
        // What the check kept is taken back.
        #expect(try await store.orders().count == 1)
        #expect(try await store.place().answer.id == 2)
    }

    @Test func aColumnThatOnlyReadersMissIsTroubleToo() async throws {
        let database = try await TestDatabase()
        let store = try database.open()
        try await store.place()
        try database.run("ALTER TABLE banchan.orders RENAME COLUMN reason TO other")
        await #expect(throws: StoreError.tablesChanged) { try await store.orders() }
        #expect(await store.examine()?.changes == ["orders.reason"])
    }

    @Test func whatNobodyNotifiesOfIsFoundAllTheSame() async throws {
        let database = try await TestDatabase()
        var limits = PostgreSQLLimits.patient
        limits.changePoll = .milliseconds(20)
        let store = try database.open(limits)
        let translated = Watched(0)
        let watch = store.watchChanges {
            // As soon as it has said that it listens.
            if translated.value == 0 {
                let insert = "INSERT INTO banchan.sections (path, version, number) VALUES ('/other', 1, 1)"
                #expect(throws: Never.self) { try database.run(insert) }
            }
            translated.change { $0 += 1 }
        }
        await translated.wait { $0 > 1 }
        #expect(translated.value > 1)
        watch.cancel()
    }

    @Test func ownChangesAreToldOnce() async throws {
        let database = try await TestDatabase()
        let (store, other) = (try database.open(), try database.open())
        let translated = Watched(0)
        let watch = store.watchChanges { translated.change { $0 += 1 } }
        await translated.wait { $0 == 1 }
        try await store.place()
        #expect(translated.value == 2)
        // The notification of this second change arrives after that of the first.
        try await other.place()
        await translated.wait { $0 >= 3 }
        #expect(translated.value == 3)
        watch.cancel()
    }

    @Test func connectionsThatWereIdleWhileTheServerWasRestartedCostNobodyAnError() async throws {
        let server = try await onOwnThread { try PostgreSQLServer() }
        let database = try await TestDatabase(on: server)
        let store = try database.open()
        try await store.place()
        #expect(try await store.orders().count == 1)
        try await onOwnThread {
            try server.stop()
            try server.start()
        }
        try await store.place()
        #expect(try await store.orders().count == 2)
        #expect(await store.examine() == nil)
    }

    @Test func aServerThatHangsIsNotWaitedForForEver() async throws {
        let server = try await onOwnThread { try PostgreSQLServer() }
        var limits = PostgreSQLLimits.patient
        (limits.statement, limits.answerMargin) = (.milliseconds(300), .milliseconds(100))
        limits.connecting = .milliseconds(500)
        let store = try await TestDatabase(on: server).open(limits)
        let key = IdempotencyKey.new()
        try await store.place()
        try server.hang()
        await #expect(throws: StoreError.unreachable) { try await store.place(key: key) }
        await #expect(throws: StoreError.unreachable) { try await store.orders() }
        try server.goOn()
        try await wait { await store.examine() == nil }
        try await store.place(key: key)
        #expect(try await store.orders().count == 2)
    }

    @Test func aServerThatIsMadeReadOnlyIsToldOnceThoughSessionsGoOn() async throws {
        let server = try await onOwnThread { try PostgreSQLServer() }
        let store = try await TestDatabase(on: server).open()
        let told = Record<StoreTrouble?>()
        store.watchTrouble { told.append($0) }
        try await store.place()
        let reload = "SELECT pg_reload_conf()"
        let on = "ALTER SYSTEM SET default_transaction_read_only = on"
        for sql in [on, reload] { try server.run(sql, in: "postgres") }
        try await wait { await store.examine()?.error == .readOnlyServer }
        await #expect(throws: StoreError.readOnlyServer) { try await store.place() }
        let off = "ALTER SYSTEM RESET default_transaction_read_only"
        for sql in [off, reload] { try server.run(sql, in: "postgres") }
        try await wait { await store.examine() == nil }
        try await store.place()
        #expect(told.all.map { $0?.error } == [.readOnlyServer, nil])
    }

    /// libpq would wait for the first one until all its time is over.
    @Test func aServerThatIsSilentIsPassedOverForTheNextOne() async throws {
        let database = try await TestDatabase()
        let silent = try SilentPeer()
        let hosts = "127.0.0.1:\(silent.port),127.0.0.1:\(database.server.port)"
        var limits = PostgreSQLLimits.patient
        limits.connecting = .seconds(2)
        let store = try PostgreSQLStore(
            at: PostgreSQLAddress("postgres://banchan@\(hosts)/\(database.name)"), limits: limits)
        try await store.place()
        #expect(try await store.orders().count == 1)
        // Later connections lead to the one that answered.
        #expect(silent.connections == 1)
    }

    @Test func aPromotedCopyHasEverythingThatWasAnswered() async throws {
        let original = try await onOwnThread { try PostgreSQLServer(settings: ["synchronous_standby_names='copy'"]) }
        let copy = try await onOwnThread { try PostgreSQLServer(copyOf: original) }
        let name = try original.newDatabase()
        let hosts = "127.0.0.1:\(original.port),127.0.0.1:\(copy.port)"
        let store = try PostgreSQLStore(at: PostgreSQLAddress("postgres://banchan@\(hosts)/\(name)"))
        let told = Record<StoreTrouble?>()
        store.watchTrouble { told.append($0) }
        let keys = (0..<20).map { _ in IdempotencyKey.new() }
        var answered: [Order] = []
        for key in keys.dropLast() { answered.append(try await store.place(key: key).answer) }
        let pooler = PgBouncer.isInstalled ? try await onOwnThread { try PgBouncer(before: copy) } : nil
        let texts = [copy.address(of: name), pooler?.address(of: name)].compactMap(\.self)
        let standbys = try texts.map { try PostgreSQLAddress($0) }
        for standby in standbys { #expect(throws: StoreError.readOnlyServer) { try PostgreSQLStore(at: standby) } }
        try await onOwnThread {
            try original.kill()
        }
        await #expect(throws: StoreError.unreachable) { try await store.place(key: keys[0]) }
        try await onOwnThread { try copy.promote() }
        try await wait { await store.examine() == nil }
        #expect(told.all.map { $0?.error } == [.unreachable, nil])
        for key in keys { try await store.place(key: key) }
        let kept = try await store.orders()
        #expect(kept.count == keys.count)
        #expect(Array(kept.dropLast()) == answered)
        // A pooler still says of new connections what was so before.
        for promoted in standbys { #expect(try await PostgreSQLStore(at: promoted).orders() == kept) }
    }

    /// Who only reads would otherwise be shown what was so before.
    @Test func whoReadsFollowsToTheCopyThatTakesOverFromAServerThatASettingMadeReadOnly() async throws {
        let original = try await onOwnThread { try PostgreSQLServer() }
        let copy = try await onOwnThread { try PostgreSQLServer(copyOf: original) }
        let name = try original.newDatabase()
        let hosts = "127.0.0.1:\(original.port),127.0.0.1:\(copy.port)"
        var limits = PostgreSQLLimits.patient
        limits.changePoll = .milliseconds(20)
        let address = try PostgreSQLAddress("postgres://banchan@\(hosts)/\(name)")
        let (store, reader) = (try PostgreSQLStore(at: address), try PostgreSQLStore(at: address, limits: limits))
        let watch = reader.watchChanges {}
        try await store.place()
        for each in [store, reader] { #expect(try await each.orders().count == 1) }
        try await wait { (try? copy.run("SELECT count(*) FROM banchan.orders", in: name)) == "1\n" }
        for sql in ["ALTER SYSTEM SET default_transaction_read_only = on", "SELECT pg_reload_conf()"] {
            try original.run(sql, in: "postgres")
        }
        try await onOwnThread { try copy.promote() }
        try await wait { (try? await store.place()) != nil }
        #expect(try await store.orders().count == 2)
        try await wait { try await reader.orders().count == 2 }
        watch.cancel()
    }

    @Test func aServerThatIsKilledLosesNothingThatWasAnswered() async throws {
        let server = try await onOwnThread { try PostgreSQLServer() }
        let store = try await TestDatabase(on: server).open()
        let troubles = Record<StoreTrouble?>()
        store.watchTrouble { troubles.append($0) }
        let keys = (0..<40).map { _ in IdempotencyKey.new() }
        let answered = NIOLockedValueBox<[UUID: Order]>([:])
        let placed = Watched(0)
        await withTaskGroup { group in
            for key in keys {
                group.addTask {
                    guard let answer = try? await store.place(key: key).answer else { return }
                    answered.withLockedValue { $0[key.id] = answer }
                    placed.change { $0 += 1 }
                }
            }
            await placed.wait { $0 > 0 }
            #expect(throws: Never.self) { try server.kill() }
        }
        await #expect(throws: StoreError.unreachable) { try await store.place() }
        await #expect(throws: StoreError.unreachable) { try await store.orders() }
        #expect(await store.examine()?.error == .unreachable)
        #expect(troubles.all.map { $0?.error } == [.unreachable])
        try server.start()
        try await wait { await store.examine() == nil }
        #expect(troubles.all.map { $0?.error } == [.unreachable, nil])
        let kept = Set(try await store.orders())
        #expect(kept.isSuperset(of: answered.withLockedValue { Array($0.values) }))
        for key in keys { try await store.place(key: key) }
        #expect(try await store.orders().count == keys.count)
    }
}
