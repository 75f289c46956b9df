import Domain
import GRDB
import SQLiteFile

/// A transaction of one program in the database, on its thread.
final class SQLiteTransaction: StoreTransaction {
    let db: Database
    /// The versions that sections were given. Transactions that are written together give a section one: nobody sees the
    /// database between them.
    private(set) var newVersions: [SectionID: SectionVersions.Change] = [:]

    init(_ db: Database) { self.db = db }

    /// Returns what `body` returns; what it wrote is undone where it throws, and everything else stays.
    func alone<Outcome>(_ body: (SQLiteTransaction) throws -> Outcome) throws -> Outcome {
        let before = newVersions
        do {
            return try db.inOwnSavepoint { try body(self) }
        } catch {
            newVersions = before
            throw error
        }
    }

    /// Returns the version that the section was given already, else the one that `give` gives it.
    func newVersion(
        of section: SectionID, give: () throws -> SectionVersions.Change
    ) throws -> SectionVersions.Change {
        if let given = newVersions[section] { return given }
        let change = try give()
        newVersions[section] = change
        return change
    }

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
