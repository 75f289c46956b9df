import Domain
import GRDB
import GRDBSQLite
import Glibc
import SQLiteFile

/// A transaction in the database, on the database's thread.
final class SQLiteTransaction: SQLTransaction {
    let db: Database
    var newVersions: [SectionID: SectionVersions.Change] = [:]

    init(_ db: Database) { self.db = db }

    func rows(_ sql: String, _ values: [(any SQLValue)?]) throws -> [Row] {
        let statement = try db.cachedStatement(sql: sql)
        return try Row.fetchAll(statement, arguments: arguments(values, of: statement))
    }

    func run(_ sql: String, _ values: [(any SQLValue)?]) throws {
        let statement = try db.cachedStatement(sql: sql)
        try statement.execute(arguments: arguments(values, of: statement))
    }

    /// Returns the values in the order of the statement's parameters: SQLite takes `$2` as a name, and numbers
    /// parameters in the order in which their names appear.
    private func arguments(_ values: [(any SQLValue)?], of statement: Statement) throws -> StatementArguments {
        let count = sqlite3_bind_parameter_count(statement.sqliteStatement)
        // As optional existentials, GRDB takes them as they are; others it maps by a key path that it makes each time.
        let ordered = try (0..<count).map { place -> (any DatabaseValueConvertible)? in
            let name = sqlite3_bind_parameter_name(statement.sqliteStatement, place + 1)
            guard let index = name.map({ Int(atoi($0 + 1)) }), values.indices.contains(index - 1) else {
                throw DatabaseError(resultCode: .SQLITE_RANGE)
            }
            return values[index - 1]?.sqliteValue
        }
        return StatementArguments(ordered)
    }

    /// Returns the columns that are missing or of another type, as `orders.total`.
    func changes() throws -> [String] {
        let present = try rows(
            """
            SELECT tables.name || '.' || columns.name || ' ' || columns.type AS entry
            FROM sqlite_master AS tables JOIN pragma_table_info(tables.name) AS columns WHERE tables.type = 'table'
            """, [])
        let entries = Set(try present.map { try $0.text("entry") })
        return Schema.columns(of: .sqlite).filter { !entries.contains("\($0.name) \($0.type)") }.map(\.name)
    }

    func checkGoesOn(after error: any Error) throws {
        // The database may have rolled back the whole transaction.
        if db.isInsideTransaction { return }
        throw DatabaseFileError.isCause(of: error) ? error : DatabaseFileError.system(code: 0)
    }

    static func ownFailure(_ error: any Error) throws -> any Error {
        if DatabaseFileError.isCause(of: error) { throw error }
        return StoreError.translated(error)
    }
}

extension Row: TableRow {
    func integerIfAny(_ column: String) -> Int? { self[column] }

    func textIfAny(_ column: String) -> String? { self[column] }
}

typealias SQLiteGroups = TransactionGroups<SQLiteTransaction, Result<DatabaseConnection, DatabaseFileError>>

extension SQLiteGroups {
    /// Creates a queue that writes groups on `thread`.
    convenience init(on thread: DatabaseThread, onNewVersions: @escaping @Sendable () -> Void) {
        self.init(
            submit: { thread.submit(bypassesLimit: true, $0) },
            write: { next, connection in
                do {
                    return try connection.get().perform { database in
                        try database.immediately { db in try SQLiteTransaction(db).written(next()) }
                    }
                } catch {
                    throw StoreError.translated(error)
                }
            }, onNewVersions: onNewVersions)
    }
}
