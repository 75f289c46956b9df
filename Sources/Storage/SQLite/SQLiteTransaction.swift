import Domain
import GRDB

/// A transaction in the database, on the database's thread.
final class SQLiteTransaction {
    let db: Database
    var newVersions: [SectionID: SectionVersions.Change] = [:]

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
