import Domain
import Foundation
import GRDB

extension SQLiteTransaction {
    func orders(after id: Int, limit: Int) throws -> [StoredOrder] {
        try rows("SELECT * FROM orders WHERE id > ? ORDER BY id LIMIT ?", [id, limit]).map(StoredOrder.init)
    }

    func order(_ id: Int) throws -> StoredOrder? {
        try row("SELECT * FROM orders WHERE id = ?", [id]).map(StoredOrder.init)
    }

    func insert(_ order: NewOrder) throws -> PlacedOrder {
        let seconds = order.placedAt.wholeSeconds
        try run(
            """
            INSERT INTO orders (counter, who, title, quantity, unit_price, total, placed_at)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            """,
            [
                order.counter.rawValue, order.who, order.title, order.quantity, order.unitPrice.amount,
                order.total.amount, seconds,
            ])
        return PlacedOrder(
            id: Int(db.lastInsertedRowID), who: order.who, title: order.title, quantity: order.quantity,
            unitPrice: order.unitPrice, total: order.total, placedAt: Date(timeIntervalSince1970: Double(seconds)))
    }

    func key(_ id: UUID) throws -> StoredKey? {
        let found = try row(
            """
            SELECT request, order_id, NULL AS answer FROM idempotency_keys WHERE key = :key
            UNION ALL SELECT request, NULL, answer FROM answers WHERE key = :key
            """, ["key": id.uuidString])
        guard let found else { return nil }
        let outcome: StoredKey.Outcome
        if let order: Int = found["order_id"] { outcome = .order(order) } else { outcome = .answer(found["answer"]) }
        return StoredKey(request: found["request"], outcome: outcome)
    }

    func remember(_ key: IdempotencyKey, order id: Int) throws {
        try run(
            "INSERT INTO idempotency_keys (key, request, order_id) VALUES (?, ?, ?)",
            [key.id.uuidString, key.request, id])
    }

    func remember(_ key: IdempotencyKey, answer: String, at time: Date) throws {
        try run(
            "INSERT INTO answers (key, request, answer, answered_at) VALUES (?, ?, ?, ?)",
            [key.id.uuidString, key.request, answer, time.wholeSeconds])
    }

    func forgetAnswers(before time: Date) throws {
        try run("DELETE FROM answers WHERE answered_at < ?", [time.wholeSeconds])
    }
}

extension StoredOrder {
    /// The order in a row that has all columns of `orders`.
    init(_ row: Row) {
        let placedAt: Int = row["placed_at"]
        self.init(
            counter: SalesCounter(rawValue: row["counter"]),
            order: PlacedOrder(
                id: row["id"], who: row["who"], title: row["title"], quantity: row["quantity"],
                unitPrice: Won(row["unit_price"]), total: Won(row["total"]),
                placedAt: Date(timeIntervalSince1970: Double(placedAt))))
    }
}

extension Date {
    /// Since 1970.
    fileprivate var wholeSeconds: Int { Int(timeIntervalSince1970.rounded(.down)) }
}
