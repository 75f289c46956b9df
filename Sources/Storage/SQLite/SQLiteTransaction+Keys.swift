import Domain
import Foundation
import GRDB

extension SQLiteTransaction {
    func key(_ id: UUID) throws -> StoredKey? {
        let found = try row(
            """
            SELECT request, order_id, NULL AS answer FROM idempotency_keys WHERE key = :key
            UNION ALL SELECT request, NULL, answer FROM answers WHERE key = :key
            """, ["key": id.uuidString])
        return try found.map(StoredKey.init)
    }

    func remember(_ key: IdempotencyKey, order id: Int) throws {
        try run(
            "INSERT INTO idempotency_keys (key, request, order_id) VALUES (?, ?, ?)",
            [key.id.uuidString, key.request, id])
    }

    func remember(_ key: IdempotencyKey, answer: String, at time: Date) throws {
        try run(
            "INSERT INTO answers (key, request, answer, answered_at) VALUES (?, ?, ?, ?)",
            [key.id.uuidString, key.request, answer, time.wholeSeconds(.down)])
    }

    func forgetAnswers(before time: Date) throws {
        try run("DELETE FROM answers WHERE answered_at < ?", [time.wholeSeconds(.down)])
    }
}
