import Domain
import Foundation
import GRDB

extension SQLiteTransaction {
    func batches() throws -> [StoredBatch] {
        try rows("SELECT drink, class, made_on, beverage, count FROM drink_stock ORDER BY drink, made_on, beverage")
            .compactMap(StoredBatch.init)
    }

    func insert(_ batch: StoredBatch) throws {
        try run(
            "INSERT INTO drink_stock (drink, beverage, class, made_on, count) VALUES (?, ?, ?, ?, ?)",
            [
                batch.drink.name, batch.beverage, batch.drinkClass.rawValue, batch.manufacturedOn.text, batch.count,
            ])
    }

    func remove(_ batch: StoredBatch) throws {
        try run("DELETE FROM drink_stock WHERE drink = ? AND beverage = ?", [batch.drink.name, batch.beverage])
    }

    func machineSession(_ id: UUID) throws -> MachineSession {
        try row("SELECT * FROM drink_sessions WHERE session = ?", [id.uuidString])
            .map { try MachineSession(id: id, $0) } ?? MachineSession(id: id)
    }

    func machineSessions(changedAfter number: Int) throws -> [UUID: Int] {
        let changed = try rows("SELECT session, number FROM drink_sessions WHERE number > ?", [number])
        return Dictionary(changed.compactMap { row in UUID(uuidString: row["session"]).map { ($0, row["number"]) } }) {
            $1
        }
    }

    func set(_ session: MachineSession) throws {
        try run(
            """
            INSERT OR REPLACE INTO drink_sessions (session, balance, inserted, spent, returned, purchases, number)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            """,
            [
                session.id.uuidString, session.balance.amount, session.inserted.amount, session.spent.amount,
                session.returned.amount, session.purchases, session.number,
            ])
    }
}
