import Domain
import Foundation

extension PostgreSQLTransaction {
    func addMessage(order id: Int) throws { try run("INSERT INTO outbox (order_id) VALUES ($1)", [id]) }

    func message(_ id: Int) throws -> OutboxMessage? {
        try row("\(PostgreSQLTransaction.messages) WHERE outbox.id = $1", [id]).map(OutboxMessage.init)
    }

    func failedMessages(after id: Int, limit: Int) throws -> [OutboxMessage] {
        try rows(
            """
            \(PostgreSQLTransaction.messages) WHERE failed_at IS NOT NULL AND outbox.id > $1 ORDER BY outbox.id LIMIT $2
            """, [id, limit]
        ).map(OutboxMessage.init)
    }

    func firstMessage(dueAt time: Date, ignoringAfter farthest: Date) throws -> OutboxMessage? {
        try row(
            """
            \(PostgreSQLTransaction.messages)
            WHERE failed_at IS NULL AND \(PostgreSQLTransaction.deadline) <= $2 ORDER BY outbox.id LIMIT 1
            """, [farthest.milliseconds, time.milliseconds]
        ).map(OutboxMessage.init)
    }

    func firstDeadline(ignoringAfter farthest: Date) throws -> Date? {
        try row(
            "SELECT MIN(\(PostgreSQLTransaction.deadline)) AS due FROM outbox WHERE failed_at IS NULL",
            [farthest.milliseconds])?
            .integerIfAny("due").map { Date(milliseconds: $0) }
    }

    func update(_ message: OutboxMessage) throws {
        try run(
            "UPDATE outbox SET attempts = $1, next_at = $2, leased_until = $3, failed_at = $4 WHERE id = $5",
            [
                message.attempts, message.nextAt.milliseconds, message.leasedUntil.milliseconds,
                message.failedAt?.milliseconds, message.id,
            ])
    }

    func removeMessage(_ id: Int) throws { try run("DELETE FROM outbox WHERE id = $1", [id]) }

    func outboxPause() throws -> Date {
        Date(milliseconds: try row("SELECT ready_at FROM outbox_pace")?.integer("ready_at") ?? 0)
    }

    func setOutboxPause(until time: Date) throws {
        try run("UPDATE outbox_pace SET ready_at = $1", [time.milliseconds])
    }

    private static let messages = """
        SELECT outbox.id AS message_id, attempts, next_at, leased_until, failed_at, \(orderColumns)
        FROM outbox JOIN orders ON orders.id = order_id
        """
    /// The later of a message's two deadlines; one after `$1`, the farthest possible, counts as 0.
    private static let deadline = "GREATEST(\(past("next_at")), \(past("leased_until")))"

    private static func past(_ column: String) -> String { "CASE WHEN \(column) > $1 THEN 0 ELSE \(column) END" }
}
