import Domain
import Foundation

private enum Messages {
    static let selected = """
        SELECT outbox.id AS message_id, destination, kind, added_at, attempts, next_at, leased_until, failed_at, may_have_arrived,
            failure, closing, \(SQL.orderColumns), \(SQL.closingColumns)
        FROM outbox LEFT JOIN orders ON orders.id = order_id LEFT JOIN closings ON closings.number = closing
        """
    /// The condition for messages that are held up; `$1` is a time.
    static let isHeld = "(failed_at IS NOT NULL OR failure IS NOT NULL OR added_at < $1)"
    /// The later of a message's two deadlines; one after `$1`, the farthest possible, counts as 0.
    static let deadline = """
        CASE WHEN \(past("next_at")) > \(past("leased_until")) THEN \(past("next_at")) ELSE \(past("leased_until")) END
        """

    private static func past(_ column: String) -> String { "CASE WHEN \(column) > $1 THEN 0 ELSE \(column) END" }
}

extension SQLTransaction {
    func addMessage(
        _ kind: MessageKind, about subject: MessageSubject.ID, to destination: OutboxDestination, at time: Date
    ) throws {
        let (column, number) =
            switch subject {
            case .order(let id): ("order_id", id)
            case .closing(let number): ("closing", number)
            }
        try run(
            """
            INSERT INTO outbox (id, \(column), destination, kind, added_at, attempts, next_at, leased_until, may_have_arrived)
            VALUES ((SELECT COALESCE(MAX(id), 0) + 1 FROM outbox), $1, $2, $3, $4, 0, 0, 0, 0)
            """, [number, destination.rawValue, kind.rawValue, time.milliseconds])
    }

    func destinations() throws -> [OutboxDestination] {
        try rows("SELECT DISTINCT destination FROM outbox WHERE failed_at IS NULL ORDER BY destination", [])
            .map { OutboxDestination(rawValue: try $0.text("destination")) }
    }

    func message(_ id: Int) throws -> OutboxMessage? {
        try row("\(Messages.selected) WHERE outbox.id = $1", [id]).map(OutboxMessage.init)
    }

    func messages(aboutOrder id: Int, to destination: OutboxDestination) throws -> [OutboxMessage] {
        try rows(
            "\(Messages.selected) WHERE order_id = $1 AND destination = $2 ORDER BY outbox.id",
            [id, destination.rawValue]
        ).map(OutboxMessage.init)
    }

    func hasMessages(aboutOrder id: Int) throws -> Bool {
        try row("SELECT id FROM orders WHERE id = $1 AND is_announced = 1", [id]) != nil
    }

    func heldMessages(
        to destination: OutboxDestination, addedBefore time: Date, limit: Int
    ) throws -> [OutboxMessage] {
        try rows(
            "\(Messages.selected) WHERE \(Messages.isHeld) AND destination = $2 ORDER BY outbox.id LIMIT $3",
            [time.milliseconds, destination.rawValue, limit]
        ).map(OutboxMessage.init)
    }

    func backlog(to destination: OutboxDestination, addedBefore time: Date) throws -> OutboxBacklog? {
        let found = try row(
            """
            SELECT COUNT(*) - COUNT(failed_at) AS waiting, COUNT(failed_at) AS refused, MIN(added_at) AS since
            FROM outbox WHERE \(Messages.isHeld) AND destination = $2
            """, [time.milliseconds, destination.rawValue])
        return OutboxBacklog(
            waiting: try found?.integer("waiting") ?? 0, refused: try found?.integer("refused") ?? 0,
            since: try found?.deadlineIfAny("since"))
    }

    func firstMessage(
        to destination: OutboxDestination, dueAt time: Date, ignoringAfter farthest: Date
    ) throws -> OutboxMessage? {
        try row(
            """
            \(Messages.selected) WHERE failed_at IS NULL AND \(Messages.deadline) <= $2 AND destination = $3
            ORDER BY failure IS NOT NULL, CASE WHEN failure IS NULL THEN outbox.id ELSE next_at END LIMIT 1
            """, [farthest.milliseconds, time.milliseconds, destination.rawValue]
        ).map(OutboxMessage.init)
    }

    func oldestMessage(to destination: OutboxDestination) throws -> OutboxMessage? {
        try row(
            "\(Messages.selected) WHERE failed_at IS NULL AND destination = $1 ORDER BY outbox.id LIMIT 1",
            [destination.rawValue]
        ).map(OutboxMessage.init)
    }

    func firstDeadline(to destination: OutboxDestination, ignoringAfter farthest: Date) throws -> Date? {
        try row(
            "SELECT MIN(\(Messages.deadline)) AS due FROM outbox WHERE failed_at IS NULL AND destination = $2",
            [farthest.milliseconds, destination.rawValue])?.deadlineIfAny("due")
    }

    func update(_ message: OutboxMessage) throws {
        try run(
            """
            UPDATE outbox SET kind = $1, added_at = $2, attempts = $3, next_at = $4, leased_until = $5, failed_at = $6,
            may_have_arrived = $7, failure = $8 WHERE id = $9
            """,
            [
                message.kind.rawValue, message.addedAt.milliseconds, message.attempts, message.nextAt.milliseconds,
                message.leasedUntil.milliseconds, message.failedAt?.milliseconds, Int(message.mayHaveArrived),
                message.failure?.rawValue, message.id,
            ])
    }

    func removeMessage(_ id: Int) throws { try run("DELETE FROM outbox WHERE id = $1", [id]) }

    func outboxPause(of destination: OutboxDestination) throws -> Date {
        try row("SELECT ready_at FROM outbox_pace WHERE destination = $1", [destination.rawValue])?
            .deadline("ready_at") ?? Date(milliseconds: 0)
    }

    func setOutboxPause(of destination: OutboxDestination, until time: Date) throws {
        try run(
            """
            INSERT INTO outbox_pace (destination, ready_at) VALUES ($1, $2)
            ON CONFLICT (destination) DO UPDATE SET ready_at = excluded.ready_at
            """, [destination.rawValue, time.milliseconds])
    }
}
