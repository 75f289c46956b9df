import Domain
import Foundation

/// What is asked of the tables, in words that every database of ours understands.
extension StoreFigures {
    static let statesQuery = "SELECT state, COUNT(*) AS count FROM orders GROUP BY state"
    /// Few wait, and an index tells which; those that failed are counted without it.
    static let waitingQuery = """
        SELECT COUNT(*) AS count, MIN(placed_at) AS oldest
        FROM outbox JOIN orders ON orders.id = order_id WHERE failed_at IS NULL
        """
    static let failedQuery = "SELECT COUNT(*) AS count FROM outbox WHERE failed_at IS NOT NULL"

    /// From what the three queries answer.
    init(states: [some TableRow], waiting: (some TableRow)?, failed: (some TableRow)?) throws {
        let counts = try states.compactMap { row in
            try OrderState(rawValue: row.text("state")).map { ($0, try row.integer("count")) }
        }
        self.init(
            orders: Dictionary(counts, uniquingKeysWith: +), waitingMessages: try waiting?.integer("count") ?? 0,
            failedMessages: try failed?.integer("count") ?? 0,
            oldestWaiting: try waiting?.integerIfAny("oldest").map { Date(timeIntervalSince1970: TimeInterval($0)) })
    }
}
