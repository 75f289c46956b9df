import Domain
import Foundation
import GRDB

extension SQLiteTransaction {
    func figures() throws -> StoreFigures {
        let counts: [(OrderState, Int)] = try rows("SELECT state, COUNT(*) AS count FROM orders GROUP BY state")
            .compactMap { row in OrderState(rawValue: row["state"]).map { ($0, row["count"]) } }
        // Few wait, and their index tells which; those that failed are counted without it.
        let waiting = try row(
            """
            SELECT COUNT(*) AS count, MIN(placed_at) AS oldest
            FROM outbox JOIN orders ON orders.id = order_id WHERE failed_at IS NULL
            """)
        let failed = try row("SELECT COUNT(*) AS count FROM outbox WHERE failed_at IS NOT NULL")
        let oldest: Int? = waiting?["oldest"]
        return StoreFigures(
            orders: Dictionary(counts, uniquingKeysWith: +), waitingMessages: waiting?["count"] ?? 0,
            failedMessages: failed?["count"] ?? 0,
            oldestWaiting: oldest.map { Date(timeIntervalSince1970: TimeInterval($0)) })
    }
}
