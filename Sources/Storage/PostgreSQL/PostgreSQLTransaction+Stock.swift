import Domain

extension PostgreSQLTransaction {
    func fruitCounts() throws -> [FruitID: Int] {
        let counts = try rows("SELECT fruit, count FROM stock").map { row in
            (FruitID(try row.text("fruit")), try row.integer("count"))
        }
        return Dictionary(counts) { $1 }
    }

    func setCount(_ count: Int, of fruit: FruitID) throws {
        try run(
            "INSERT INTO stock (fruit, count) VALUES ($1, $2) ON CONFLICT (fruit) DO UPDATE SET count = excluded.count",
            [fruit.name, count])
    }
}
