import GRDB
import SQLiteFile

/// A transaction of one program in the database, on its thread.
final class SQLiteTransaction: StoreTransaction {
    let db: Database
    /// Whether a section was given a new version, if only by somebody who was rolled back.
    var hasNewVersions = false

    init(_ db: Database) { self.db = db }

    func run(_ sql: String, _ arguments: StatementArguments) throws {
        try db.cachedStatement(sql: sql).execute(arguments: arguments)
    }

    func row(_ sql: String, _ arguments: StatementArguments = []) throws -> Row? {
        try Row.fetchOne(db.cachedStatement(sql: sql), arguments: arguments)
    }

    func rows(_ sql: String, _ arguments: StatementArguments = []) throws -> [Row] {
        try Row.fetchAll(db.cachedStatement(sql: sql), arguments: arguments)
    }
}

extension Database {
    /// Returns what `body` returns; what it wrote is undone where it throws, and everything else of the transaction stays.
    func inOwnSavepoint<Outcome>(_ body: () throws -> Outcome) throws -> Outcome {
        try cachedStatement(sql: "SAVEPOINT own").execute()
        do {
            let outcome = try body()
            try cachedStatement(sql: "RELEASE own").execute()
            return outcome
        } catch {
            guard isInsideTransaction else {
                // The database undid the whole transaction, so that it is everybody's.
                throw DatabaseFileError.isCause(of: error) ? error : DatabaseFileError.system(code: 0)
            }
            try cachedStatement(sql: "ROLLBACK TO own").execute()
            try cachedStatement(sql: "RELEASE own").execute()
            throw error
        }
    }
}
