import Domain
import Foundation
import GRDB
import TerminalText
import TestSupport

@testable import Storage

extension NewOrder {
    static func example(
        who: String = "지훈", phone: PlainText? = nil, session: UUID? = nil, day: Day = .ofTests, at time: Date = .now,
        isAnnounced: Bool = false
    ) -> NewOrder {
        NewOrder(
            who: PlainText(who), handover: Handover(.pickup, phone: phone), lines: [.spinach], session: session,
            day: day, placedAt: time, isAnnounced: isAnnounced)
    }

    /// An order whose second line took fruit.
    static let juice = NewOrder(
        who: "지훈",
        lines: [
            .spinach, OrderLine(item: OrderedItem(.juice, "kiwi"), title: "키위쥬스", quantity: 2, unitPrice: Won(4_500)),
        ],
        taken: [[:], ["kiwi": 6]], day: .ofTests, placedAt: Date(timeIntervalSince1970: 1_800_000_000),
        isAnnounced: false)
}

extension OrderLine {
    static let spinach = OrderLine(
        item: OrderedItem(.menu, "H0002"), section: "side", title: "시금치나물", titleInEnglish: "Seasoned spinach",
        quantity: 2, unitPrice: Won(3_900))
    /// The same line in an order from before items were stored.
    static let old = OrderLine(
        item: OrderedItem(.menu, ""), title: spinach.title, quantity: 2, unitPrice: Won(3_900))
}

extension IdempotencyKey {
    /// Returns a key that was never used before.
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

/// A step of a transaction.
enum Step: Hashable, Sendable {
    /// Everything is written but not yet committed.
    case committing
    /// The transaction is committed, but the store has not yet checked that its file is still in place.
    case committed
}

extension SQLiteStore {
    /// Places an order and reports the steps of its transaction, on the store's own thread.
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

/// Runs `body` with the path of a database that does not exist yet. Its directory and the parent directory are removed
/// afterwards.
func withScratch(_ body: (String) async throws -> Void) async throws {
    let scratch = FileManager.default.temporaryDirectory.appending(component: "banchan-store-\(UUID())")
    let directory = scratch.appending(component: "shop")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { FileManager.default.removeScratch(scratch) }
    try await body(directory.appending(component: "shop.sqlite").path)
}

/// Returns the rows that another program would read from the database.
func rows(_ sql: String, _ path: String) throws -> [Row] {
    try database(at: path).read { try Row.fetchAll($0, sql: sql) }
}

extension PostgreSQLLimits {
    /// The default limits with timeouts for a busy machine, for tests that do not test timing.
    static let patient = {
        var limits = PostgreSQLLimits()
        (limits.connecting, limits.statement, limits.lock) = (.seconds(100), .seconds(100), .seconds(100))
        return limits
    }()
}
