import GRDB
import SQLiteFile

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

extension SQLiteTransaction: GroupedTransaction {
    static func ownFailure(_ error: any Error) throws -> any Error {
        if DatabaseFileError.isCause(of: error) { throw error }
        return StoreError.translated(error)
    }

    func withSavepoint<Outcome>(_ body: () throws -> Outcome) throws -> Outcome {
        try db.cachedStatement(sql: "SAVEPOINT own").execute()
        do {
            let outcome = try body()
            try db.cachedStatement(sql: "RELEASE own").execute()
            return outcome
        } catch {
            guard db.isInsideTransaction else {
                // The database rolled back the whole transaction, so the error concerns the whole group.
                throw DatabaseFileError.isCause(of: error) ? error : DatabaseFileError.system(code: 0)
            }
            try db.cachedStatement(sql: "ROLLBACK TO own").execute()
            try db.cachedStatement(sql: "RELEASE own").execute()
            throw error
        }
    }
}
