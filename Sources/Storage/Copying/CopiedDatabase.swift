/// A database with a shop's tables, within one transaction. All values are texts, or nothing.
protocol CopiedDatabase {
    /// What stands before the number of a parameter.
    static var parameterSign: String { get }

    /// The rows of one statement, with the columns that are named.
    func rows(_ sql: String, _ parameters: [String], columns: [String]) throws -> [[String?]]
    func run(_ sql: String, _ parameters: [String]) throws
    /// Adds rows that have all columns of `table`, in their order.
    func add(_ rows: [[String?]], to table: CopiedTable) throws

    /// The number of the last change of all sections.
    func lastChange() throws -> String
    /// Has numbers go on behind those that were added.
    func goOn(after change: String) throws
}

extension CopiedDatabase {
    /// How many rows the table has, and the sum of what is summed.
    func total(of table: CopiedTable) throws -> StoreCopy.Total {
        let sum = table.summed.map { "COALESCE(SUM(\($0)), 0)" } ?? "0"
        let row = try rows(
            "SELECT COUNT(*) AS rows, \(sum) AS total FROM \(table.name)", [], columns: ["rows", "total"]
        ).first?.compactMap { $0.flatMap(Int.init) }
        guard let row, row.count == 2 else { throw StoreError.damaged }
        return StoreCopy.Total(content: table.content, rows: row[0], sum: table.summed == nil ? nil : row[1])
    }

    func totals() throws -> [StoreCopy.Total] { try CopiedTable.all.map(total) }

    /// At most `limit` rows that come after the one of that key.
    func page(of table: CopiedTable, after key: [String], limit: Int) throws -> [[String?]] {
        let names = table.key.map(\.name).joined(separator: ", ")
        let values = table.key.indices.map { parameter($0 + 1, table.key[$0].kind) }.joined(separator: ", ")
        let columns = table.columns.map(\.name)
        let found = try rows(
            """
            SELECT \(columns.joined(separator: ", ")) FROM \(table.name)
            \(key.isEmpty ? "" : "WHERE (\(names)) > (\(values))") ORDER BY \(names) LIMIT \(limit)
            """, key, columns: columns)
        return found.map { row in zip(row, table.columns).map { value, column in value.map(column.kind.normalized) } }
    }

    /// Texts stand for whatever the column is; numbers have to be told.
    private func parameter(_ number: Int, _ kind: CopiedTable.Kind) -> String {
        let name = "\(Self.parameterSign)\(number)"
        return kind == .integer ? "CAST(\(name) AS bigint)" : name
    }

    /// The time before which no message may go.
    func outboxPause() throws -> String {
        let found = try rows("SELECT ready_at FROM outbox_pace", [], columns: ["ready_at"])
        guard let pause = found.first?.first ?? nil else { throw StoreError.damaged }
        return pause
    }

    func setOutboxPause(_ pause: String) throws {
        try run("UPDATE outbox_pace SET ready_at = \(parameter(1, .integer))", [pause])
    }
}
