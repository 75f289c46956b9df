import Domain
import Foundation
import GRDB
import InMemoryStore
import TerminalText
import TestSupport

@testable import Storage

extension NewOrder {
    static func example(
        who: String = "지훈", session: UUID? = nil, at time: Date = .now, isAnnounced: Bool = false
    ) -> NewOrder {
        NewOrder(
            who: PlainText(who), lines: [.spinach], session: session, placedAt: time, isAnnounced: isAnnounced)
    }
}

extension OrderLine {
    static let spinach = OrderLine(
        item: OrderedItem(.menu, "H0002"), title: "시금치나물", titleInEnglish: "Seasoned spinach",
        quantity: 2, unitPrice: Won(3_900))
    /// The same in an order from before items were kept.
    static let old = OrderLine(
        item: OrderedItem(.menu, ""), title: spinach.title, quantity: 2, unitPrice: Won(3_900))
}

extension IdempotencyKey {
    /// A key that nobody used before.
    static func new(_ request: String = "{}") -> IdempotencyKey { IdempotencyKey(id: UUID(), request: request) }
}

extension Store {
    @discardableResult func place(
        _ order: NewOrder = .example(), key: IdempotencyKey = .new()
    ) async throws -> KeyedAnswer<Order> {
        try await transaction { try $0.place(order, under: key) }
    }

    func orders() async throws -> [Order] { try await read { try $0.orders(after: 0, limit: 2_000) } }

    func versions() async throws -> [SectionID: SectionVersions.Change] {
        try await read { try $0.sectionVersions() }.changes
    }
}

/// A moment on a transaction's way.
enum Step: Hashable, Sendable {
    /// Everything is written, and nothing of it counts yet.
    case committing
    /// It counts, and the store has not looked whether it is still in its place.
    case committed
}

extension SQLiteStore {
    /// Tells of the steps of an order's transaction, on the store's own thread.
    @discardableResult func place(
        _ order: NewOrder = .example(), key: IdempotencyKey = .new(), onStep: @escaping @Sendable (Step) -> Void
    ) async throws -> KeyedAnswer<Order> {
        try await transaction { transaction in
            let placed = try transaction.place(order, under: key)
            (transaction as? SQLiteTransaction)?.db.afterNextTransaction { _ in onStep(.committed) }
            onStep(.committing)
            return placed
        }
    }
}

/// Runs `body` with the path of a database that is not there yet, in a directory that is removed afterwards with the one
/// around it.
func withScratch(_ body: (String) async throws -> Void) async throws {
    let scratch = FileManager.default.temporaryDirectory.appending(component: "banchan-store-\(UUID())")
    let directory = scratch.appending(component: "shop")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { FileManager.default.removeScratch(scratch) }
    try await body(directory.appending(component: "shop.sqlite").path)
}

/// What another program reads in the database.
func rows(_ sql: String, _ path: String) throws -> [Row] {
    try database(at: path).read { try Row.fetchAll($0, sql: sql) }
}

/// The database, as another program has it, which waits for the store that is just being closed.
func database(at path: String) throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.busyMode = .timeout(10)
    return try DatabaseQueue(path: path, configuration: configuration)
}

extension PostgreSQLLimits {
    /// The usual ones, with time for a machine that does much else: for tests that are not about time.
    static let patient = {
        var limits = PostgreSQLLimits()
        (limits.connecting, limits.statement, limits.lock) = (.seconds(100), .seconds(100), .seconds(100))
        return limits
    }()
}
