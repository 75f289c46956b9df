import Domain
import Foundation
import GRDB

extension SQLiteTransaction {
    func addMessage(_ kind: MessageKind, order id: Int, at time: Date) throws {
        try run(
            "INSERT INTO outbox (order_id, kind, added_at) VALUES (?, ?, ?)", [id, kind.rawValue, time.milliseconds])
    }

    func message(_ id: Int) throws -> OutboxMessage? {
        try row("\(SQLiteTransaction.messages) WHERE outbox.id = ?", [id]).map(OutboxMessage.init)
    }

    func message(aboutOrder id: Int) throws -> OutboxMessage? {
        try row("\(SQLiteTransaction.messages) WHERE order_id = ? ORDER BY outbox.id DESC LIMIT 1", [id])
            .map(OutboxMessage.init)
    }

    func hasMessages(aboutOrder id: Int) throws -> Bool {
        try row("SELECT id FROM orders WHERE id = ? AND is_announced", [id]) != nil
    }

    func heldMessages(addedBefore time: Date, limit: Int) throws -> [OutboxMessage] {
        try rows(
            "\(SQLiteTransaction.messages) WHERE \(StoreFigures.isHeld("?")) ORDER BY outbox.id LIMIT ?",
            [time.milliseconds, limit]
        ).map(OutboxMessage.init)
    }

    func backlog(addedBefore time: Date) throws -> OutboxBacklog? {
        try OutboxBacklog(row(StoreFigures.backlogQuery("?"), [time.milliseconds]))
    }

    func firstMessage(dueAt time: Date, ignoringAfter farthest: Date) throws -> OutboxMessage? {
        try row(
            """
            \(SQLiteTransaction.messages)
            WHERE failed_at IS NULL AND \(SQLiteTransaction.deadline) <= :time
            ORDER BY failure IS NOT NULL, CASE WHEN failure IS NULL THEN outbox.id ELSE next_at END LIMIT 1
            """, ["time": time.milliseconds, "farthest": farthest.milliseconds]
        ).map(OutboxMessage.init)
    }

    func firstDeadline(ignoringAfter farthest: Date) throws -> Date? {
        let first = try row(
            "SELECT MIN(\(SQLiteTransaction.deadline)) AS due FROM outbox WHERE failed_at IS NULL",
            ["farthest": farthest.milliseconds])
        let due: Int? = first?["due"]
        return due.map { Date(milliseconds: $0) }
    }

    func update(_ message: OutboxMessage) throws {
        try run(
            """
            UPDATE outbox SET kind = ?, added_at = ?, attempts = ?, next_at = ?, leased_until = ?, failed_at = ?,
            may_have_arrived = ?, failure = ? WHERE id = ?
            """,
            [
                message.kind.rawValue, message.addedAt.milliseconds, message.attempts, message.nextAt.milliseconds,
                message.leasedUntil.milliseconds, message.failedAt?.milliseconds, Int(message.mayHaveArrived ? 1 : 0),
                message.failure?.rawValue, message.id,
            ])
    }

    func removeMessage(_ id: Int) throws { try run("DELETE FROM outbox WHERE id = ?", [id]) }

    func outboxPause() throws -> Date {
        Date(milliseconds: try row("SELECT ready_at FROM outbox_pace")?["ready_at"] ?? 0)
    }

    func setOutboxPause(until time: Date) throws {
        try run("UPDATE outbox_pace SET ready_at = ?", [time.milliseconds])
    }

    private static let messages = """
        SELECT outbox.id AS message_id, kind, added_at, attempts, next_at, leased_until, failed_at,
            may_have_arrived, failure, orders.*
        FROM outbox JOIN orders ON orders.id = order_id
        """
    /// The later of a message's two deadlines; one after `:farthest` counts as 0.
    private static let deadline = "MAX(\(past("next_at")), \(past("leased_until")))"

    private static func past(_ column: String) -> String {
        "CASE WHEN \(column) > :farthest THEN 0 ELSE \(column) END"
    }
}
