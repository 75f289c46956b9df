import Domain
import Foundation
import TerminalText

private enum Purchases {
    static let selected = """
        SELECT order_id, drink, name, kind, image, total, placed_at
        FROM drink_purchases JOIN orders ON orders.id = order_id
        """
}

extension SQLTransaction {
    func batches() throws -> [StoredBatch] {
        try rows("SELECT drink, class, made_on, beverage, count FROM drink_stock ORDER BY drink, made_on, beverage", [])
            .compactMap(StoredBatch.init)
    }

    func insert(_ batch: StoredBatch) throws {
        try run(
            "INSERT INTO drink_stock (drink, beverage, class, made_on, count) VALUES ($1, $2, $3, $4, $5)",
            [batch.drink.name, batch.beverage, batch.drinkClass.rawValue, batch.manufacturedOn.text, batch.count])
    }

    func remove(_ batch: StoredBatch) throws {
        try run("DELETE FROM drink_stock WHERE drink = $1 AND beverage = $2", [batch.drink.name, batch.beverage])
    }

    func machineSession(_ id: UUID) throws -> MachineSession {
        try row(
            "SELECT balance, inserted, spent, returned, purchases, number FROM drink_sessions WHERE session = $1", [id]
        ).map { try MachineSession(id: id, $0) } ?? MachineSession(id: id)
    }

    func machineSessions(changedAfter sequence: Int) throws -> [UUID: Int] {
        let changed = try rows("SELECT session, number FROM drink_sessions WHERE number > $1", [sequence])
        return Dictionary(try changed.map { (try $0.uuid("session"), try $0.integer("number")) }) { $1 }
    }

    func set(_ session: MachineSession) throws {
        try run(
            """
            INSERT INTO drink_sessions (session, balance, inserted, spent, returned, purchases, number)
            VALUES ($1, $2, $3, $4, $5, $6, $7)
            ON CONFLICT (session) DO UPDATE SET
                balance = excluded.balance, inserted = excluded.inserted, spent = excluded.spent,
                returned = excluded.returned, purchases = excluded.purchases, number = excluded.number
            """,
            [
                session.id, session.balance.amount, session.inserted.amount, session.spent.amount,
                session.returned.amount, session.purchases, session.sequence,
            ])
    }

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
        let condition = session == nil ? "" : "WHERE drink_purchases.session = $2"
        let values: [(any SQLValue)?] = session.map { [limit, $0] } ?? [limit]
        return try rows("\(Purchases.selected) \(condition) ORDER BY order_id DESC LIMIT $1", values)
            .map(DrinkPurchase.init)
    }

    func purchaseTotals() throws -> [DrinkKindTotal] {
        try rows("SELECT kind, count, amount FROM drink_totals", []).map(DrinkKindTotal.init)
    }

    func set(_ total: DrinkKindTotal) throws {
        try run(
            """
            INSERT INTO drink_totals (kind, count, amount) VALUES ($1, $2, $3)
            ON CONFLICT (kind) DO UPDATE SET count = excluded.count, amount = excluded.amount
            """, [total.kind.rawValue, total.count, total.amount.amount])
    }
}
