import Domain
import Foundation

/// The query for the number of orders in a state, in SQL that both databases understand.
enum OrderCount {
    /// Nearly all orders are handed over, and counting them would take longer with each. Numbers have no gaps, so that
    /// the highest one is the number of all orders, of which those in the other states are few.
    static func query(_ state: OrderState) -> String {
        guard state == .handedOver else {
            return "SELECT COUNT(*) AS count FROM orders WHERE state = '\(state.rawValue)'"
        }
        let others = OrderState.allCases.filter { $0 != .handedOver }.map { "'\($0.rawValue)'" }
        return """
            SELECT COALESCE((SELECT MAX(id) FROM orders), 0) - COUNT(*) AS count
            FROM orders WHERE state IN (\(others.joined(separator: ", ")))
            """
    }
}

/// The queries for the figures, in SQL that both databases understand.
extension StoreFigures {
    static let statesQuery = "SELECT state, COUNT(*) AS count FROM orders GROUP BY state"
    /// Few messages wait, and an index finds them; those that failed are counted without it.
    static let waitingQuery = "SELECT COUNT(*) AS count, MIN(added_at) AS oldest FROM outbox WHERE failed_at IS NULL"
    static let failedQuery = "SELECT COUNT(*) AS count FROM outbox WHERE failed_at IS NOT NULL"
    /// The condition for messages that are held up; the parameter is a time in milliseconds.
    static func isHeld(_ parameter: String) -> String {
        "(failed_at IS NOT NULL OR failure IS NOT NULL OR added_at < \(parameter))"
    }

    static func backlogQuery(_ parameter: String) -> String {
        """
        SELECT COUNT(*) - COUNT(failed_at) AS waiting, COUNT(failed_at) AS refused, MIN(added_at) AS since
        FROM outbox WHERE \(isHeld(parameter))
        """
    }

    /// Creates the figures from the results of the three queries.
    init(states: [some TableRow], waiting: (some TableRow)?, failed: (some TableRow)?) throws {
        let counts = try states.compactMap { row in
            try OrderState(rawValue: row.text("state")).map { ($0, try row.integer("count")) }
        }
        self.init(
            orders: Dictionary(counts, uniquingKeysWith: +), waitingMessages: try waiting?.integer("count") ?? 0,
            failedMessages: try failed?.integer("count") ?? 0,
            oldestWaiting: try waiting?.integerIfAny("oldest").map { Date(milliseconds: $0) })
    }
}
