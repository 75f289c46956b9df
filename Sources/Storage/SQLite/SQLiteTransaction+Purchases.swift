import Domain
import Foundation
import GRDB
import TerminalText

extension SQLiteTransaction {
    func insert(_ purchase: DrinkPurchase, of session: UUID) throws {
        try run(
            "INSERT INTO drink_purchases (order_id, session, drink, name, kind, image) VALUES (?, ?, ?, ?, ?, ?)",
            [
                purchase.id, session.uuidString, purchase.drink.name, purchase.name.string, purchase.kind.rawValue,
                purchase.image,
            ])
    }

    func purchases(of session: UUID?, limit: Int) throws -> [DrinkPurchase] {
        let found =
            if let session {
                try rows(
                    "\(SQLiteTransaction.purchases) WHERE drink_purchases.session = ? ORDER BY order_id DESC LIMIT ?",
                    [session.uuidString, limit])
            } else {
                try rows("\(SQLiteTransaction.purchases) ORDER BY order_id DESC LIMIT ?", [limit])
            }
        return try found.map(DrinkPurchase.init)
    }

    func purchaseTotals() throws -> [DrinkKindTotal] {
        try rows("SELECT kind, count, amount FROM drink_totals").map(DrinkKindTotal.init)
    }

    func set(_ total: DrinkKindTotal) throws {
        try run(
            "INSERT OR REPLACE INTO drink_totals (kind, count, amount) VALUES (?, ?, ?)",
            [total.kind.rawValue, total.count, total.amount.amount])
    }

    private static let purchases = """
        SELECT order_id, drink, name, kind, image, total, placed_at
        FROM drink_purchases JOIN orders ON orders.id = order_id
        """
}
