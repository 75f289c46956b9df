import Domain
import GRDB
import SQLiteFile

/// A transaction in the database, on the database's thread.
final class SQLiteTransaction: SQLTransaction {
    /// The names of parameters, more than any statement has: SQLite takes `$2` as a name, and numbers parameters in the
    /// order in which their names appear.
    private static let names = (1...32).map(String.init)

    let db: Database
    var newVersions: [SectionID: SectionVersions.Change] = [:]

    init(_ db: Database) { self.db = db }

    func rows(_ sql: String, _ values: [(any SQLValue)?]) throws -> [Row] {
        try Row.fetchAll(db.cachedStatement(sql: sql), arguments: SQLiteTransaction.arguments(values))
    }

    func run(_ sql: String, _ values: [(any SQLValue)?]) throws {
        try db.cachedStatement(sql: sql).execute(arguments: SQLiteTransaction.arguments(values))
    }

    private static func arguments(_ values: [(any SQLValue)?]) -> StatementArguments {
        let named = zip(names, values).map { name, value in (name, value.map(\.sqliteValue) ?? .null) }
        return StatementArguments(Dictionary(uniqueKeysWithValues: named))
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
