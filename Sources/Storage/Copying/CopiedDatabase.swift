/// A transaction in a source or destination database. All values are texts or NULL.
protocol CopiedDatabase {
    /// The prefix of a numbered parameter.
    static var parameterSign: String { get }

    /// Returns the named columns of a statement's rows.
    func rows(_ sql: String, _ parameters: [String], columns: [String]) throws -> [[String?]]
    func run(_ sql: String, _ parameters: [String]) throws
    /// Inserts rows that have all columns of `table`, in their order.
    func add(_ rows: [[String?]], to table: CopiedTable) throws

    /// Returns the number of the last change of all sections.
    func lastChange() throws -> String
    /// Makes generated numbers continue after the copied ones; `change` is the last change's number.
    func goOn(after change: String) throws
}

extension CopiedDatabase {
    /// Returns the number of rows of the table, and the sum of its `summed` column.
    func total(of table: CopiedTable) throws -> StoreCopy.Total {
        let sum = table.summed.map { "COALESCE(SUM(\($0)), 0)" } ?? "0"
        let row = try rows(
            "SELECT COUNT(*) AS rows, \(sum) AS total FROM \(table.name)", [], columns: ["rows", "total"]
        ).first?.compactMap { $0.flatMap(Int.init) }
        guard let row, row.count == 2 else { throw StoreError.damaged }
        return StoreCopy.Total(content: table.content, rows: row[0], sum: table.summed == nil ? nil : row[1])
    }

    func totals() throws -> [StoreCopy.Total] { try CopiedTable.all.map(total) }

    /// Returns at most `limit` rows, in the order of their keys, that come after `key`.
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

    /// Text parameters take the type of their column; integers need a cast.
    private func parameter(_ number: Int, _ kind: CopiedTable.Kind) -> String {
        let name = "\(Self.parameterSign)\(number)"
        return kind == .integer ? "CAST(\(name) AS bigint)" : name
    }

    /// Returns the time before which no message may be sent.
    func outboxPause() throws -> String {
        let found = try rows("SELECT ready_at FROM outbox_pace", [], columns: ["ready_at"])
        guard let pause = found.first?.first ?? nil else { throw StoreError.damaged }
        return pause
    }

    func setOutboxPause(_ pause: String) throws {
        try run("UPDATE outbox_pace SET ready_at = \(parameter(1, .integer))", [pause])
    }
}
