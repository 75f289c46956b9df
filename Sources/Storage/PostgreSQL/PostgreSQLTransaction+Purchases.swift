import Domain
import Foundation
import TerminalText

extension PostgreSQLTransaction {
    func insert(_ purchase: DrinkPurchase, of session: UUID) throws {
        try run(
            """
            INSERT INTO drink_purchases (order_id, session, drink, name, kind, image) VALUES ($1, $2, $3, $4, $5, $6)
            """,
            [
                purchase.id, session, purchase.drink.name, purchase.name.string, purchase.kind.rawValue, purchase.image,
            ])
    }

    func purchases(of session: UUID?, limit: Int) throws -> [DrinkPurchase] {
        let found =
            if let session {
                try rows(
                    "\(PostgreSQLTransaction.purchases) WHERE drink_purchases.session = $1 ORDER BY order_id DESC LIMIT $2",
                    [session, limit])
            } else {
                try rows("\(PostgreSQLTransaction.purchases) ORDER BY order_id DESC LIMIT $1", [limit])
            }
        return try found.map(DrinkPurchase.init)
    }

    func purchaseTotals() throws -> [DrinkKindTotal] {
        try rows("SELECT kind, count, amount FROM drink_totals").map(DrinkKindTotal.init)
    }

    func set(_ total: DrinkKindTotal) throws {
        try run(
            """
            INSERT INTO drink_totals (kind, count, amount) VALUES ($1, $2, $3)
            ON CONFLICT (kind) DO UPDATE SET count = excluded.count, amount = excluded.amount
            """,
            [total.kind.rawValue, total.count, total.amount.amount])
    }

    private static let purchases = """
        SELECT order_id, drink, name, kind, image, total, placed_at
        FROM drink_purchases JOIN orders ON orders.id = order_id
        """
}
