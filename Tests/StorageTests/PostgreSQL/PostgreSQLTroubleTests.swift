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

    @Test(arguments: ["reason", "total"]) func anUnknownRefusalIsTroubleUntilAnOrderCanBeKept(
        _ column: String
    ) async throws {
        let database = try await TestDatabase()
        let store = try database.open()
        try await store.place()
        let told = Watched<[StoreTrouble?]>([])
        store.watchTrouble { trouble in told.change { $0.append(trouble) } }
        try database.run("ALTER TABLE banchan.orders RENAME COLUMN \(column) TO other")
        if column == "total" {
            await #expect(throws: StoreError.refused(code: "42703")) { try await store.place() }
        } else {
            await #expect(throws: StoreError.refused(code: "42703")) { try await store.orders() }
        }
        for _ in 0..<2 { #expect(await store.examine()?.error == .refused(code: "42703")) }
        #expect(told.value.compactMap { $0?.error } == [.refused(code: "42703")])
        try database.run("ALTER TABLE banchan.orders RENAME COLUMN other TO \(column)")
        #expect(await store.examine() == nil)
        #expect(told.value.last == .some(nil))
        // What the check kept is taken back.
        #expect(try await store.orders().count == 1)
        #expect(try await store.place().answer.id == 2)
    }

    @Test func whatNobodyNotifiesOfIsFoundAllTheSame() async throws {
        let database = try await TestDatabase()
        var limits = PostgreSQLLimits.patient
        limits.changePoll = .milliseconds(20)
        let store = try database.open(limits)
        let translated = Watched(0)
        let watch = store.watchChanges { translated.change { $0 += 1 } }
        await translated.wait { $0 > 0 }
        try database.run("INSERT INTO banchan.sections (path, version, number) VALUES ('/other', 1, 1)")
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

    @Test func aPromotedCopyHasEverythingThatWasAnswered() async throws {
        let original = try await onOwnThread { try PostgreSQLServer(settings: ["synchronous_standby_names='copy'"]) }
        let copy = try await onOwnThread { try PostgreSQLServer(copyOf: original) }
        let name = try original.newDatabase()
        let hosts = "127.0.0.1:\(original.port),127.0.0.1:\(copy.port)"
        let store = try PostgreSQLStore(at: PostgreSQLAddress("postgres://banchan@\(hosts)/\(name)"))
        let keys = (0..<20).map { _ in IdempotencyKey.new() }
        var answered: [Order] = []
        for key in keys.dropLast() { answered.append(try await store.place(key: key).answer) }
        try await onOwnThread {
            try original.kill()
            try copy.promote()
        }
        try await wait { await store.examine() == nil }
        for key in keys { try await store.place(key: key) }
        let kept = try await store.orders()
        #expect(kept.count == keys.count)
        #expect(Array(kept.dropLast()) == answered)
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
