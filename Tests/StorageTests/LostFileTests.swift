import Domain
import Foundation
import GRDB
import NIOConcurrencyHelpers
import Storage
import TestSupport
import Testing

/// Damages the files of a store while it is open, at the worst moments. A transaction may be confirmed only if it is
/// found by a program that opens the file at the store's path.
@Suite(.timeLimit(.minutes(5))) struct LostFileTests {
    @Test(arguments: Sabotage.allCases, Moment.allCases)
    func whatIsConfirmedIsInTheFileAtThePath(_ sabotage: Sabotage, _ moment: Moment) async throws {
        // The system kills a program that touches mapped memory beyond the end of a truncated file.
        if sabotage == .cutIndex, moment != .idle { return }
        try await withScratch { path in
            let backup = try await backup(ofOrders: 3, at: path)
            let trap = Trap(moment, for: sabotage, path: path, backup: backup)
            let store = try SQLiteStore(at: path, timeout: .milliseconds(100))
            try await fill(store, at: path)
            let confirmed = 14
            trap.arm()
            await #expect(throws: StoreError.self) { try await store.place(onStep: trap.step) }
            // Orders confirmed earlier may be lost only together with the file that contained them.
            if sabotage.leavesOrders { #expect(try survivors(of: path) >= confirmed) }
            // From now on, every confirmed order must be found, each raising the count by one.
            var last: Int?
            for _ in 0..<5 where (try? await store.place()) != nil {
                let now = try survivors(of: path)
                if let last { #expect(now == last + 1) }
                last = now
            }
            #expect((last == nil) == sabotage.leavesNothing)
        }
    }

    @Test(arguments: Sabotage.allCases) func aWholeFileThatIsPutBackIsOpenedByItself(_ sabotage: Sabotage) async throws
    {
        try await withScratch { path in
            let backup = try await backup(ofOrders: 3, at: path)
            let store = try SQLiteStore(at: path, timeout: .milliseconds(100))
            let key = IdempotencyKey(id: UUID(), request: "{}")
            try await fill(store, at: path)
            try sabotage.act(on: path, backup: backup)
            await #expect(throws: StoreError.self) { try await store.place(key: key) }

            try FileManager.default.createDirectory(
                at: URL(filePath: path).deletingLastPathComponent(), withIntermediateDirectories: true)
            let copy = path + ".restored"
            try FileManager.default.copyItem(atPath: backup, toPath: copy)
            #expect(rename(copy, path) == 0)
            // The first examination may report that the file was replaced.
            if await store.examine() != nil { #expect(await store.examine() == nil) }
            let placed = try await store.place(key: key)
            // The restored backup does not contain the order.
            #expect(placed.isNew)
            #expect(try await store.place(key: key) == KeyedAnswer(placed.answer, isNew: false))
            #expect(try survivors(of: path) == 4)
            #expect(try rows("PRAGMA integrity_check", path).map { $0[0] as String } == ["ok"])
        }
    }

    @Test func aStoreThatWasMovedAwayAndBackGoesOnWithEverything() async throws {
        try await withScratch { path in
            let store = try SQLiteStore(at: path)
            let key = IdempotencyKey(id: UUID(), request: "{}")
            for _ in 0..<20 { try await store.place() }
            #expect(rename(path, path + ".away") == 0)
            await #expect(throws: StoreError.missing) { try await store.place(key: key) }
            #expect(!FileManager.default.fileExists(atPath: path))
            #expect(await store.examine()?.error == .missing)
            #expect(rename(path + ".away", path) == 0)
            #expect(await store.examine() == nil)
            try await store.place(key: key)
            #expect(try survivors(of: path) == 21)
            #expect(try await store.orders().count == 21)
        }
    }

    @Test func aRefusedOrderThatTheFileHasIsNotMadeTwice() async throws {
        try await withScratch { path in
            let store = try SQLiteStore(at: path)
            let key = IdempotencyKey(id: UUID(), request: "{}")
            await #expect(throws: StoreError.missing) {
                try await store.place(key: key) { step in
                    // Rename after the commit, so that the file is missing at the check that follows.
                    if step == .committed { rename(path, path + ".away") }
                }
            }
            #expect(rename(path + ".away", path) == 0)
            let again = try SQLiteStore(at: path)
            #expect(try await !again.place(key: key).isNew)
            #expect(try survivors(of: path) == 1)
        }
    }

    @Test func whatIsLeftOfADeletedStoreCanBeCopiedBack() async throws {
        try await withScratch { path in
            let store = try SQLiteStore(at: path)
            for _ in 0..<20 { try await store.place() }
            for suffix in ["", "-wal", "-shm"] { try FileManager.default.removeItem(atPath: path + suffix) }
            let remains = try #require(await store.examine()?.remains)
            try Data(contentsOf: URL(filePath: remains)).write(to: URL(filePath: path + ".rescued"))
            #expect(rename(path + ".rescued", path) == 0)
            #expect(await store.examine() == nil)
            #expect(try await store.orders().count == 20)
        }
    }

    @Test(arguments: [Data(), Data("no database at all, but some text".utf8)])
    func whatIsNoStoreIsNotMadeOneWhileTheShopIsOpen(_ content: Data) async throws {
        try await withScratch { path in
            let store = try SQLiteStore(at: path)
            try await store.place()
            try content.write(to: URL(filePath: path + ".new"))
            #expect(rename(path + ".new", path) == 0)
            for _ in 0..<3 { await #expect(throws: StoreError.self) { try await store.place() } }
            #expect(try Data(contentsOf: URL(filePath: path)) == content)
        }
    }

    @Test func anEmptyDatabaseInItsPlaceIsRefused() async throws {
        try await withScratch { path in
            let store = try SQLiteStore(at: path)
            try await store.place()
            try await database(at: path + ".new").vacuum()
            #expect(rename(path + ".new", path) == 0)
            for _ in 0..<3 { await #expect(throws: StoreError.self) { try await store.place() } }
        }
    }

    @Test func aLogWithoutADatabaseIsNoNewShop() async throws {
        try await withScratch { path in
            try await copyOfOpenStore(at: path)
            try FileManager.default.removeItem(atPath: path)
            #expect(throws: StoreError.damaged) { try SQLiteStore(at: path) }
            #expect(FileManager.default.fileExists(atPath: path + "-wal"))
        }
    }

    @Test func anotherProgramMayVacuumIt() async throws {
        try await withScratch { path in
            let store = try SQLiteStore(at: path)
            for _ in 0..<200 { try await store.place() }
            let other = try database(at: path)
            try await other.write { db in
                try db.execute(sql: "DELETE FROM idempotency_keys; DELETE FROM orders WHERE id > 2")
            }
            try await other.vacuum()
            try await other.writeWithoutTransaction { try $0.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)") }
            try await store.place()
            #expect(await store.examine() == nil)
        }
    }

    @Test func anotherProgramMayEmptyTheLogWhileAnOrderIsConfirmed() async throws {
        try await withScratch { path in
            let store = try SQLiteStore(at: path)
            try await store.place()
            let other = try database(at: path)
            try await store.place { step in
                // A checkpoint between the commit and the check that follows, as another program would run when it
                // exits.
                guard step == .committed else { return }
                try? other.writeWithoutTransaction { try $0.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)") }
            }
            #expect(await store.examine() == nil)
            #expect(try survivors(of: path) == 2)
        }
    }

    /// Creates a database and its log as a killed program would leave them.
    private func copyOfOpenStore(at path: String) async throws {
        let open = path + ".open"
        let store = try SQLiteStore(at: open)
        try await store.place()
        for suffix in ["", "-wal"] { try FileManager.default.copyItem(atPath: open + suffix, toPath: path + suffix) }
        await store.close()
    }
}

/// Creates a store with that many orders and closes it. Returns the path of a complete copy.
private func backup(ofOrders count: Int, at path: String) async throws -> String {
    let store = try SQLiteStore(at: path)
    for _ in 0..<count { try await store.place() }
    await store.close()
    let backup = URL(filePath: path).deletingLastPathComponent().deletingLastPathComponent()
        .appending(component: "\(UUID()).backup").path
    try FileManager.default.copyItem(atPath: path, toPath: backup)
    return backup
}

/// Places eleven orders, some of which are in the database file and the last ones only in its log.
private func fill(_ store: SQLiteStore, at path: String) async throws {
    for _ in 0..<5 { try await store.place() }
    let other = try SQLiteStore(at: path)
    try await other.place()
    await other.close()
    for _ in 0..<5 { try await store.place() }
}

/// Returns the number of orders found by a program that opens the files at the path, or a copy of them, as after a
/// restart.
private func survivors(of path: String) throws -> Int {
    let copy = path + ".copy-\(UUID())"
    for suffix in ["", "-wal"] where FileManager.default.fileExists(atPath: path + suffix) {
        try FileManager.default.copyItem(atPath: path + suffix, toPath: copy + suffix)
    }
    return try database(at: copy).read { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM orders") ?? 0 }
}

enum Moment: CaseIterable {
    case idle, committing, committed
}

/// The kinds of damage to the files of a database.
enum Sabotage: CaseIterable {
    case deleted, movedAway, replaced, emptied, halved, restoredInPlace, deletedLog, emptiedLog, halvedLog, deletedIndex
    case cutIndex, allDeleted, directoryMoved

    /// Whether the files at the path still contain the confirmed orders.
    var leavesOrders: Bool {
        switch self {
        case .deletedIndex, .cutIndex: true
        // The connection still has the deleted log open, and writes it into the database file.
        case .deletedLog: true
        default: false
        }
    }

    /// Whether no file remains that can be opened.
    var leavesNothing: Bool {
        [.deleted, .movedAway, .emptied, .halved, .allDeleted, .directoryMoved].contains(self)
    }

    func act(on path: String, backup: String) throws {
        let files = FileManager.default
        switch self {
        case .deleted: try files.removeItem(atPath: path)
        case .movedAway: try files.moveItem(atPath: path, toPath: path + ".away")
        case .replaced:
            try files.copyItem(atPath: backup, toPath: path + ".new")
            rename(path + ".new", path)
        case .emptied: truncate(path, 0)
        case .halved: truncate(path, off_t(try size(of: path) / 2))
        case .restoredInPlace:
            // Copied by another process: closing a descriptor in this one would drop the locks that SQLite holds.
            try run("/bin/cp", backup, path)
        case .deletedLog: try files.removeItem(atPath: path + "-wal")
        case .emptiedLog: truncate(path + "-wal", 0)
        case .halvedLog: truncate(path + "-wal", off_t(try size(of: path + "-wal") / 2))
        case .deletedIndex: try files.removeItem(atPath: path + "-shm")
        case .cutIndex: truncate(path + "-shm", 0)
        case .allDeleted: for suffix in ["", "-wal", "-shm"] { try files.removeItem(atPath: path + suffix) }
        case .directoryMoved:
            let directory = URL(filePath: path).deletingLastPathComponent().path
            rename(directory, directory + ".moved")
        }
    }

    private func run(_ program: String, _ arguments: String...) throws {
        let process = try Process.run(URL(filePath: program), arguments: arguments)
        process.waitUntilExit()
    }

    private func size(of path: String) throws -> Int {
        try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
    }
}

/// Applies the sabotage once, at its moment.
private final class Trap: Sendable {
    private let moment: Moment
    private let strike: @Sendable () -> Void
    private let isArmed = NIOLockedValueBox(false)

    init(_ moment: Moment, for sabotage: Sabotage, path: String, backup: String) {
        self.moment = moment
        strike = {
            do { try sabotage.act(on: path, backup: backup) } catch { Issue.record(error) }
        }
    }

    func arm() {
        if moment == .idle { return strike() }
        isArmed.withLockedValue { $0 = true }
    }

    func step(_ step: Step) {
        guard (step == .committing) == (moment == .committing), isArmed.withLockedValue({ $0 }) else { return }
        isArmed.withLockedValue { $0 = false }
        strike()
    }
}
