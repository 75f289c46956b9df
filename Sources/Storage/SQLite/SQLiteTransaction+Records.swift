import GRDB

extension SQLiteTransaction {
    func record(_ key: String, in table: String) throws -> String? {
        try row("SELECT value FROM records WHERE module_table = ? AND key = ?", [table, key])?["value"]
    }

    func records(in table: String, after key: String, limit: Int) throws -> [StoredRecord] {
        try rows(
            "SELECT key, value FROM records WHERE module_table = ? AND key > ? ORDER BY key LIMIT ?",
            [table, key, limit]
        ).map { StoredRecord(key: $0["key"], value: $0["value"]) }
    }

    func setRecord(_ key: String, in table: String, to value: String?) throws {
        guard let value else {
            return try run("DELETE FROM records WHERE module_table = ? AND key = ?", [table, key])
        }
        try run("INSERT OR REPLACE INTO records (module_table, key, value) VALUES (?, ?, ?)", [table, key, value])
    }
}
