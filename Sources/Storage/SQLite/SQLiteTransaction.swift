import Domain
import GRDB

/// A transaction of one program in the database, on its thread.
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
