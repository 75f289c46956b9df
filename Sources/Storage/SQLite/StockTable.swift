import Domain
import Foundation
import GRDB

/// The juice bar's fruits.
enum StockTable {
    /// The stock, as far as it is kept.
    static func stock(in db: Database) throws -> Stock {
        let rows = try Row.fetchAll(db.cachedStatement(sql: "SELECT fruit, count FROM stock"))
        return try stock(Dictionary(rows.map { (FruitID($0["fruit"]), $0["count"] as Int) }) { $1 })
    }

    /// Nothing else was ever kept.
    private static func stock(_ counts: [FruitID: Int]) throws(LedgerError) -> Stock {
        do throws(StockError) {
            return try Stock(counts)
        } catch {
            throw .damaged
        }
    }

    /// The stock with the fruits of a new bar that were never kept before. Within the transaction of whoever calls.
    static func opened(with opening: Stock, in db: Database) throws -> Stock {
        var stock = try stock(in: db)
        if !opening.fruits.isSubset(of: stock.fruits) { try write(stock.open(with: opening), in: db) }
        return stock
    }

    /// What the juice takes is gone afterwards. Throws `Shortage` when there is too little, and nothing is. Within the
    /// transaction of whoever calls.
    static func make(_ juice: JuicePreparation, in db: Database) throws {
        var stock = try opened(with: juice.maker.openingStock, in: db)
        let change = try juice.maker.make(juice.recipe, from: &stock)
        try apply(change, of: juice.maker, in: db)
    }

    /// What setting the stock under that key came to; `nil` when the key is new.
    static func restocking(under key: IdempotencyKey, in db: Database) throws -> RestockOutcome? {
        switch try AnswerTable.earlier([FruitID: Int].self, to: key, in: db) {
        case .answer(let counts): .repeated(try stock(counts))
        case .keyTaken: .keyTaken
        case nil: nil
        }
    }

    /// Within the transaction of whoever calls.
    static func restock(_ restocking: Restocking, in db: Database) throws -> RestockOutcome {
        if let earlier = try self.restocking(under: restocking.key, in: db) { return earlier }
        var stock = try opened(with: restocking.maker.openingStock, in: db)
        guard stock == restocking.seen else { return .changedMeanwhile }
        let change: StockChange
        do throws(StockError) {
            change = try stock.set(restocking.counts)
        } catch {
            return .refused(error)
        }
        try apply(change, of: restocking.maker, in: db)
        try AnswerTable.keep(stock.counts, to: restocking.key, at: restocking.time, in: db)
        return .restocked(stock)
    }

    /// Keeps the change, and gives the sections that show it new versions.
    private static func apply(_ change: StockChange, of maker: JuiceMaker, in db: Database) throws {
        try write(change, in: db)
        try SectionTable.change(maker.sections(changedBy: change), in: db)
    }

    private static func write(_ change: StockChange, in db: Database) throws {
        let statement = try db.cachedStatement(
            sql: "INSERT INTO stock (fruit, count) VALUES (?, ?) ON CONFLICT DO UPDATE SET count = excluded.count")
        for (fruit, count) in change.counts { try statement.execute(arguments: [fruit.name, count]) }
    }
}
