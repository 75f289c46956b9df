import Domain
import Foundation
import GRDB
import TerminalText

/// What was bought from the drinks machine: each purchase an order as well.
enum DrinkPurchaseTable {
    /// Within the transaction of whoever calls.
    static func keep(_ purchase: DrinkPurchase, session: UUID, in db: Database) throws {
        try db.cachedStatement(
            sql: """
                INSERT INTO drink_purchases (order_id, session, drink, name, kind, image) VALUES (?, ?, ?, ?, ?, ?)
                """
        ).execute(arguments: [
            purchase.id, session.uuidString, purchase.drink.name, purchase.name.string, purchase.kind.rawValue,
            purchase.image,
        ])
        try db.cachedStatement(
            sql: """
                INSERT INTO drink_totals (kind, count, amount) VALUES (?, 1, ?)
                ON CONFLICT DO UPDATE SET count = count + 1, amount = amount + excluded.amount
                """
        ).execute(arguments: [purchase.kind.rawValue, purchase.price.amount])
    }

    /// The session's last ones, oldest first.
    static func purchases(of session: UUID, limit: Int, in db: Database) throws -> [DrinkPurchase] {
        let statement = try db.cachedStatement(
            sql: """
                \(columns) WHERE session = ? ORDER BY order_id DESC LIMIT ?
                """)
        return try Row.fetchAll(statement, arguments: [session.uuidString, limit]).reversed().map(purchase)
    }

    /// The last ones of all sessions, newest first, and how much was bought of each kind altogether.
    static func history(limit: Int, in db: Database) throws -> DrinksHistory {
        let last = try db.cachedStatement(sql: "\(columns) ORDER BY order_id DESC LIMIT ?")
        let totals = try db.cachedStatement(sql: "SELECT kind, count, amount FROM drink_totals")
        let ofKinds = try Row.fetchAll(totals).map { row in
            DrinkKindTotal(kind: try kind(row), count: row["count"], amount: Won(row["amount"]))
        }
        return DrinksHistory(
            totals: DrinkKind.allCases.compactMap { kind in ofKinds.first { $0.kind == kind } },
            purchases: try Row.fetchAll(last, arguments: [limit]).map(purchase))
    }

    private static let columns = """
        SELECT order_id, drink, name, kind, image, total, placed_at
        FROM drink_purchases JOIN orders ON orders.id = order_id
        """

    private static func purchase(_ row: Row) throws -> DrinkPurchase {
        let seconds: Int = row["placed_at"]
        return DrinkPurchase(
            id: row["order_id"], drink: DrinkID(row["drink"]), name: .init(row["name"]), kind: try kind(row),
            image: row["image"], price: Won(row["total"]), boughtAt: Date(timeIntervalSince1970: Double(seconds)))
    }

    private static func kind(_ row: Row) throws -> DrinkKind {
        guard let kind = DrinkKind(rawValue: row["kind"]) else { throw LedgerError.damaged }
        return kind
    }
}
