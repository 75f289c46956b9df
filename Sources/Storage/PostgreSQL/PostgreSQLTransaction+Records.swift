extension PostgreSQLTransaction {
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
