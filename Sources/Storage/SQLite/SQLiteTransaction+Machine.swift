import Domain
import Foundation
import GRDB

extension SQLiteTransaction {
    func batches() throws -> [StoredBatch] {
        let kept = try rows(
            "SELECT drink, class, made_on, beverage, count FROM drink_stock ORDER BY drink, made_on, beverage")
        return try kept.compactMap { row in
            // A class that only later versions of this program have is left to them.
            guard let drinkClass = DrinkClass(rawValue: row["class"]) else { return nil }
            guard let day = Day(text: row["made_on"]) else { throw StoreError.damaged }
            return StoredBatch(
                drink: DrinkID(row["drink"]), drinkClass: drinkClass, manufacturedOn: day, beverage: row["beverage"],
                count: row["count"])
        }
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
        var session = MachineSession(id: id)
        guard let row = try row("SELECT * FROM drink_sessions WHERE session = ?", [id.uuidString]) else {
            return session
        }
        session.balance = Won(row["balance"])
        session.inserted = Won(row["inserted"])
        session.spent = Won(row["spent"])
        session.returned = Won(row["returned"])
        session.purchases = row["purchases"]
        session.number = row["number"]
        return session
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
