import Domain
import Foundation

extension PostgreSQLTransaction {
    func addMessage(_ kind: MessageKind, order id: Int, at time: Date) throws {
        try run(
            "INSERT INTO outbox (order_id, kind, added_at) VALUES ($1, $2, $3)",
            [id, kind.rawValue, time.milliseconds])
    }

    func message(_ id: Int) throws -> OutboxMessage? {
        try row("\(PostgreSQLTransaction.messages) WHERE outbox.id = $1", [id]).map(OutboxMessage.init)
    }

    func message(aboutOrder id: Int) throws -> OutboxMessage? {
        try row("\(PostgreSQLTransaction.messages) WHERE order_id = $1 ORDER BY outbox.id DESC LIMIT 1", [id])
            .map(OutboxMessage.init)
    }

    func hasMessages(aboutOrder id: Int) throws -> Bool {
        try row("SELECT id FROM orders WHERE id = $1 AND is_announced", [id]) != nil
    }

    func heldMessages(addedBefore time: Date, limit: Int) throws -> [OutboxMessage] {
        try rows(
            "\(PostgreSQLTransaction.messages) WHERE \(StoreFigures.isHeld("$1")) ORDER BY outbox.id LIMIT $2",
            [time.milliseconds, limit]
        ).map(OutboxMessage.init)
    }

    func backlog(addedBefore time: Date) throws -> OutboxBacklog? {
        try OutboxBacklog(row(StoreFigures.backlogQuery("$1"), [time.milliseconds]))
    }

    func firstMessage(dueAt time: Date, ignoringAfter farthest: Date) throws -> OutboxMessage? {
        try row(
            """
            \(PostgreSQLTransaction.messages)
            WHERE failed_at IS NULL AND \(PostgreSQLTransaction.deadline) <= $2
            ORDER BY failure IS NOT NULL, CASE WHEN failure IS NULL THEN outbox.id ELSE next_at END LIMIT 1
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
            """
            UPDATE outbox SET kind = $1, added_at = $2, attempts = $3, next_at = $4, leased_until = $5, failed_at = $6,
            may_have_arrived = $7, failure = $8 WHERE id = $9
            """,
            [
                message.kind.rawValue, message.addedAt.milliseconds, message.attempts, message.nextAt.milliseconds,
                message.leasedUntil.milliseconds, message.failedAt?.milliseconds, Int(message.mayHaveArrived ? 1 : 0),
                message.failure?.rawValue, message.id,
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
        SELECT outbox.id AS message_id, kind, added_at, attempts, next_at, leased_until, failed_at,
            may_have_arrived, failure, \(orderColumns)
        FROM outbox JOIN orders ON orders.id = order_id
        """
    /// The later of a message's two deadlines; one after `$1`, the farthest possible, counts as 0.
    private static let deadline = "GREATEST(\(past("next_at")), \(past("leased_until")))"

    private static func past(_ column: String) -> String { "CASE WHEN \(column) > $1 THEN 0 ELSE \(column) END" }
}
