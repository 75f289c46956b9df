import Domain

// Sections and stock.
extension SQLTransaction {
    func sectionVersions() throws -> SectionVersions {
        let changes = try rows("SELECT path, version, number FROM sections", []).map { row in
            (SectionID(path: try row.text("path")), try SectionVersions.Change(row))
        }
        return SectionVersions(Dictionary(changes) { $1 })
    }

    func sectionContents() throws -> [SectionID: String] {
        let noted = try rows("SELECT path, content FROM sections WHERE content IS NOT NULL", []).map { row in
            (SectionID(path: try row.text("path")), try row.text("content"))
        }
        return Dictionary(noted) { $1 }
    }

    func addVersion(of section: SectionID) throws -> SectionVersions.Change {
        try newVersion(of: section) {
            let added = try row(
                """
                INSERT INTO sections (path, version, number)
                VALUES ($1, 1, (SELECT COALESCE(MAX(number), 0) + 1 FROM sections))
                ON CONFLICT (path) DO UPDATE SET version = sections.version + 1, number = excluded.number
                RETURNING version, number
                """, [section.path])
            guard let added else { throw StoreError.damaged }
            return try SectionVersions.Change(added)
        }
    }

    func setContent(_ content: String, of section: SectionID) throws {
        try run("UPDATE sections SET content = $2 WHERE path = $1", [section.path, content])
    }

    func fruitCounts() throws -> [FruitID: Int] {
        let counts = try rows("SELECT fruit, count FROM stock", []).map { row in
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

// Records of modules.
extension SQLTransaction {
    func record(_ key: String, in table: String) throws -> String? {
        try row("SELECT value FROM records WHERE module_table = $1 AND key = $2", [table, key])?.text("value")
    }

    func records(in table: String, after key: String, limit: Int) throws -> [StoredRecord] {
        try rows(
            "SELECT key, value FROM records WHERE module_table = $1 AND key > $2 ORDER BY key LIMIT $3",
            [table, key, limit]
        ).map { StoredRecord(key: try $0.text("key"), value: try $0.text("value")) }
    }

    func setRecord(_ key: String, in table: String, to value: String?) throws {
        guard let value else {
            return try run("DELETE FROM records WHERE module_table = $1 AND key = $2", [table, key])
        }
        try run(
            """
            INSERT INTO records (module_table, key, value) VALUES ($1, $2, $3)
            ON CONFLICT (module_table, key) DO UPDATE SET value = excluded.value
            """, [table, key, value])
    }
}
