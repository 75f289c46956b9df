import Domain
import Foundation

extension PostgreSQLTransaction {
    func batches() throws -> [StoredBatch] {
        try rows("SELECT drink, class, made_on, beverage, count FROM drink_stock ORDER BY drink, made_on, beverage")
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
            """
            SELECT balance, inserted, spent, returned, purchases, number FROM drink_sessions WHERE session = $1
            """, [id]
        ).map { try MachineSession(id: id, $0) } ?? MachineSession(id: id)
    }

    func machineSessions(changedAfter number: Int) throws -> [UUID: Int] {
        let changed = try rows("SELECT session, number FROM drink_sessions WHERE number > $1", [number])
        let sessions = try changed.compactMap { row in
            try UUID(uuidString: row.text("session")).map { ($0, try row.integer("number")) }
        }
        return Dictionary(sessions) { $1 }
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
                session.returned.amount, session.purchases, session.number,
            ])
    }
}
