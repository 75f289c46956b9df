/// A PostgreSQL database as source or destination of a copy.
struct PostgreSQLCopy: CopiedDatabase {
    static let parameterSign = "$"

    let connection: PostgreSQLConnection

    func rows(_ sql: String, _ parameters: [String], columns: [String]) throws -> [[String?]] {
        try connection.rows(sql, parameters).map { row in try columns.map(row.textIfAny) }
    }

    func run(_ sql: String, _ parameters: [String]) throws { _ = try connection.rows(sql, parameters) }

    /// Inserts all rows with one statement, which has one array parameter for each column.
    func add(_ rows: [[String?]], to table: CopiedTable) throws {
        let names = table.columns.map(\.name).joined(separator: ", ")
        let places = table.columns.enumerated().map { "$\($0.offset + 1)::\($0.element.kind.array)" }
        let sql = "INSERT INTO \(table.name) (\(names)) SELECT * FROM unnest(\(places.joined(separator: ", ")))"
        _ = try connection.rows(sql, table.columns.indices.map { column in SQLArray(rows.map { $0[column] }) })
    }

    func lastChange() throws -> String {
        guard let number = try rows("SELECT number FROM changes", [], columns: ["number"]).first?.first ?? nil else {
            throw StoreError.damaged
        }
        return number
    }

    func goOn(after change: String) throws {
        try run("UPDATE changes SET number = CAST($1 AS bigint)", [change])
        try run(
            """
            SELECT setval(pg_get_serial_sequence('banchan.outbox', 'id'), COALESCE(MAX(id), 1), MAX(id) IS NOT NULL)
            FROM outbox
            """, [])
    }
}

extension CopiedTable.Kind {
    fileprivate var array: String {
        switch self {
        case .integer: "bigint[]"
        case .text: "text[]"
        case .uuid: "uuid[]"
        case .boolean: "boolean[]"
        }
    }
}

/// A column's values as an array literal in one parameter (PostgreSQL 15, 8.15.2).
private struct SQLArray: SQLParameter {
    let sqlText: String

    init(_ values: [String?]) {
        let texts = values.map { value in
            value.map { "\"\($0.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\"" } ?? "NULL"
        }
        sqlText = "{\(texts.joined(separator: ","))}"
    }
}
