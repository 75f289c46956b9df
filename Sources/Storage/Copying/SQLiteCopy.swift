import GRDB
import SQLiteFile

/// An SQLite database as source or destination of a copy.
struct SQLiteCopy: CopiedDatabase {
    static let parameterSign = "?"

    let db: Database

    func rows(_ sql: String, _ parameters: [String], columns: [String]) throws -> [[String?]] {
        try Row.fetchAll(db.cachedStatement(sql: sql), arguments: StatementArguments(parameters)).map { row in
            columns.map { SQLiteCopy.text(row[$0] as DatabaseValue) }
        }
    }

    func run(_ sql: String, _ parameters: [String]) throws {
        try db.execute(sql: sql, arguments: StatementArguments(parameters))
    }

    func add(_ rows: [[String?]], to table: CopiedTable) throws {
        let names = table.columns.map(\.name).joined(separator: ", ")
        let places = table.columns.map { _ in "?" }.joined(separator: ", ")
        let statement = try db.cachedStatement(sql: "INSERT INTO \(table.name) (\(names)) VALUES (\(places))")
        for row in rows {
            try statement.execute(
                arguments: StatementArguments(zip(row, table.columns).map { SQLiteCopy.value($0, $1.kind) }))
        }
    }

    func lastChange() throws -> String { String(try Int.fetchOne(db, sql: "SELECT MAX(number) FROM sections") ?? 0) }

    /// Does nothing: numbers are generated from the highest existing one.
    func goOn(after change: String) {}

    private static func text(_ value: DatabaseValue) -> String? {
        switch value.storage {
        case .int64(let integer): String(integer)
        case .string(let text): text
        case .null, .double, .blob: nil
        }
    }

    private static func value(_ text: String?, _ kind: CopiedTable.Kind) -> DatabaseValue {
        switch kind {
        case .integer, .boolean: text.flatMap(Int64.init)?.databaseValue ?? .null
        case .text, .uuid: text?.databaseValue ?? .null
        }
    }
}
