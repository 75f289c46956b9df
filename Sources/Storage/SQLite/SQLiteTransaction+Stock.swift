import Domain
import GRDB

extension SQLiteTransaction {
    func fruitCounts() throws -> [FruitID: Int] {
        let counts = try rows("SELECT fruit, count FROM stock").map { (FruitID($0["fruit"]), $0["count"] as Int) }
        return Dictionary(counts) { $1 }
    }

    func setCount(_ count: Int, of fruit: FruitID) throws {
        try run(
            "INSERT INTO stock (fruit, count) VALUES (?, ?) ON CONFLICT DO UPDATE SET count = excluded.count",
            [fruit.name, count])
    }
}
