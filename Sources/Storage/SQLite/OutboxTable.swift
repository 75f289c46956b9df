import Domain
import Foundation
import GRDB

/// Messages that are still to be sent, or that nobody wants.
enum OutboxTable {
    /// A deadline further off than this was set by a clock that went wrong since, and counts as past.
    private static let longestDeadline = 24 * 3_600 * 1_000

    /// When the next message may go, looked up without writing; `nil` when there is none.
    static func nextDeadline(at now: Int, in db: Database) throws -> Int? {
        let statement = try db.cachedStatement(
            sql: """
                SELECT ready_at, (SELECT MIN(MAX(\(deadline("next_at")), \(deadline("leased_until"))))
                    FROM outbox WHERE failed_at IS NULL) AS due
                FROM outbox_pace
                """)
        let arguments: StatementArguments = ["farthest": now + longestDeadline]
        guard let row = try Row.fetchOne(statement, arguments: arguments), let due: Int = row["due"] else { return nil }
        let readyAt: Int = row["ready_at"]
        return readyAt > now + longestDeadline ? due : max(due, readyAt)
    }

    /// Takes the oldest message that is due. Within the transaction of whoever calls, who made sure that one may go.
    static func claim(at now: Int, lease: Int, pace: Int, in db: Database) throws -> OutboxMessage? {
        let oldest = try db.cachedStatement(
            sql: """
                SELECT outbox.id AS message_id, attempts, orders.* FROM outbox JOIN orders ON orders.id = order_id
                WHERE failed_at IS NULL AND \(deadline("next_at")) <= :now AND \(deadline("leased_until")) <= :now
                ORDER BY outbox.id LIMIT 1
                """)
        guard let row = try Row.fetchOne(oldest, arguments: ["now": now, "farthest": now + longestDeadline]) else {
            return nil
        }
        let message = OutboxMessage(id: row["message_id"], order: LedgerOrder(row), attempts: row["attempts"] + 1)
        try db.cachedStatement(sql: "UPDATE outbox SET attempts = ?, leased_until = ? WHERE id = ?")
            .execute(arguments: [message.attempts, now + lease, message.id])
        try db.cachedStatement(sql: "UPDATE outbox_pace SET ready_at = ?").execute(arguments: [now + pace])
        return message
    }

    static func settle(_ message: OutboxMessage, _ outcome: OutboxOutcome, in db: Database) throws {
        switch outcome {
        case .delivered:
            try db.cachedStatement(sql: "DELETE FROM outbox WHERE id = ?").execute(arguments: [message.id])
        case .again(let date):
            try release(message, until: date.milliseconds, in: db)
        case .pause(let date):
            try release(message, until: date.milliseconds, in: db)
            try db.cachedStatement(sql: "UPDATE outbox_pace SET ready_at = MAX(ready_at, ?)")
                .execute(arguments: [date.milliseconds])
        case .failed:
            try db.cachedStatement(sql: "UPDATE outbox SET failed_at = ? WHERE id = ? AND attempts = ?")
                .execute(arguments: [Date.now.milliseconds, message.id, message.attempts])
        }
    }

    private static func release(_ message: OutboxMessage, until time: Int, in db: Database) throws {
        try db.cachedStatement(sql: "UPDATE outbox SET next_at = ?, leased_until = 0 WHERE id = ? AND attempts = ?")
            .execute(arguments: [time, message.id, message.attempts])
    }

    /// A column with a deadline, 0 where it is further off than any can be.
    private static func deadline(_ column: String) -> String {
        "CASE WHEN \(column) > :farthest THEN 0 ELSE \(column) END"
    }
}

extension Date {
    /// Since 1970.
    var milliseconds: Int { Int((timeIntervalSince1970 * 1_000).rounded()) }

    init(milliseconds: Int) { self.init(timeIntervalSince1970: Double(milliseconds) / 1_000) }
}
