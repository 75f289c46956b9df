import Domain
import Foundation

extension SQLTransaction {
    func key(_ id: UUID) throws -> StoredKey? {
        try row(
            """
            SELECT request, order_id, NULL AS answer FROM idempotency_keys WHERE key = $1
            UNION ALL SELECT request, NULL, answer FROM answers WHERE key = $1
            """, [id]
        ).map(StoredKey.init)
    }

    func remember(_ key: IdempotencyKey, order id: Int) throws {
        try run(
            "INSERT INTO idempotency_keys (key, request, order_id) VALUES ($1, $2, $3)", [key.id, key.request, id])
    }

    /// Goes through all keys: an index would be written with each order, for what is done once a day.
    func forgetRequests(ofOrders ids: [Int]) throws {
        guard let first = ids.first else { return }
        // One text for up to this many orders, since statements are kept.
        let values = ids + Array(repeating: first, count: max(0, 200 - ids.count))
        let places = values.indices.map { "$\($0 + 1)" }.joined(separator: ", ")
        try run("UPDATE idempotency_keys SET request = '' WHERE order_id IN (\(places))", values)
    }

    func remember(_ key: IdempotencyKey, answer: String, at time: Date) throws {
        try run(
            "INSERT INTO answers (key, request, answer, answered_at) VALUES ($1, $2, $3, $4)",
            [key.id, key.request, answer, time.wholeSeconds(.down)])
    }

    func forgetAnswers(before time: Date) throws {
        try run("DELETE FROM answers WHERE answered_at < $1", [time.wholeSeconds(.down)])
    }
}
