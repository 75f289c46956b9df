import Domain
import GRDB

/// What lies in the drinks machine.
enum DrinkStockTable {
    /// The stock, as far as it is kept.
    static func stock(in db: Database) throws -> [StoredBatch] {
        let statement = try db.cachedStatement(
            sql: """
                SELECT drink, class, made_on, beverage, count FROM drink_stock ORDER BY drink, made_on, beverage
                """)
        return try Row.fetchAll(statement).compactMap { row in
            // A class that only later versions of this program have is left to them.
            guard let drinkClass = DrinkClass(rawValue: row["class"]) else { return nil }
            guard let day = Day(text: row["made_on"]) else { throw LedgerError.damaged }
            return StoredBatch(
                drink: DrinkID(row["drink"]), drinkClass: drinkClass, manufacturedOn: day, beverage: row["beverage"],
                count: row["count"])
        }
    }

    /// The stock with what the assortment opens with of drinks that were never kept before. Within the transaction of
    /// whoever calls.
    static func opened(_ assortment: Assortment, on day: Day, in db: Database) throws -> [StoredBatch] {
        let kept = try stock(in: db)
        let missing = assortment.missing(in: kept)
        guard !missing.isEmpty else { return kept }
        try write(try assortment.opening(missing, on: day), in: db)
        return try stock(in: db)
    }

    /// Keeps what there is now where there was `before`. Within the transaction of whoever calls.
    static func replace(_ before: [StoredBatch], with after: [StoredBatch], in db: Database) throws {
        let (gone, new) = (Set(before).subtracting(after), Set(after).subtracting(before))
        guard !gone.isEmpty || !new.isEmpty else { return }
        let delete = try db.cachedStatement(sql: "DELETE FROM drink_stock WHERE drink = ? AND beverage = ?")
        for batch in gone { try delete.execute(arguments: [batch.drink.name, batch.beverage]) }
        try write(Array(new), in: db)
        try forgetEmptied(in: db)
    }

    private static func write(_ batches: [StoredBatch], in db: Database) throws {
        let statement = try db.cachedStatement(
            sql: "INSERT INTO drink_stock (drink, beverage, class, made_on, count) VALUES (?, ?, ?, ?, ?)")
        for batch in batches {
            try statement.execute(arguments: [
                batch.drink.name, batch.beverage, batch.drinkClass.rawValue, batch.manufacturedOn.text, batch.count,
            ])
        }
    }

    /// Of each drink the last batch stays, though nothing is left of it: so one knows that there was some.
    private static func forgetEmptied(in db: Database) throws {
        try db.cachedStatement(
            sql: """
                DELETE FROM drink_stock WHERE count = 0 AND EXISTS (
                    SELECT 1 FROM drink_stock AS other WHERE other.drink = drink_stock.drink
                    AND (other.count > 0 OR other.made_on > drink_stock.made_on))
                """
        ).execute()
    }
}
