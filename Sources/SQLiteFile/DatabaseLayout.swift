import Foundation
import GRDB
import GRDBSQLite
import Platform

/// The tables of a database, and what tells the database from those of other programs and versions.
///
/// Until version 1.0 of this program, the version of a schema is a digest of its statements: a database with other
/// tables is refused. Afterwards every change is a migration of its own.
public struct DatabaseLayout: Sendable {
    /// The application ID in the file's header.
    private let applicationID: Int
    /// The name of the connection, for debugging.
    let label: String
    private let version: String
    private let migrator: DatabaseMigrator

    /// `schema` has the statements that make the tables in an empty database.
    public init(applicationID: Int, label: String, schema: String) {
        (self.applicationID, self.label, version) = (applicationID, label, DatabaseLayout.version(of: schema))
        var migrator = DatabaseMigrator()
        migrator.registerMigration(version, foreignKeyChecks: .immediate) { db in
            try db.execute(sql: schema)
            try db.execute(sql: "PRAGMA application_id = \(applicationID)")
        }
        self.migrator = migrator
    }

    /// Returns a digest of the statements.
    public static func version(of schema: String) -> String { String(schema.utf8.fnv1a, radix: 16) }

    /// Returns whether the database has tables. Throws `foreign` if they are another program's.
    func isMade(in db: Database) throws -> Bool {
        let application = try Int.fetchOne(db, sql: "PRAGMA application_id") ?? 0
        if application == applicationID { return true }
        // GRDB makes its own table before it begins a migration.
        let others = try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM sqlite_master WHERE tbl_name <> 'grdb_migrations'")
        guard others == 0 else { throw DatabaseFileError.foreign }
        return false
    }

    /// Throws `otherVersion` if the tables are those of another version of this program.
    func checkVersion(of db: Database) throws {
        guard try migrator.appliedIdentifiers(db) == [version] else { throw DatabaseFileError.otherVersion }
    }

    /// Makes the tables in an empty database.
    func make(in database: DatabaseQueue) throws {
        do {
            try migrator.migrate(database)
        } catch {
            // Another program may have made them meanwhile.
            guard try database.read({ try isMade(in: $0) }) else { throw error }
        }
    }

    /// Returns the contents of a new database file with the tables, in WAL mode.
    func newFile() throws -> Data {
        let database = try DatabaseQueue()
        defer { UnusedConnections.keep(database) }
        try make(in: database)
        return try database.writeWithoutTransaction { db in
            var count: Int64 = 0
            guard let bytes = sqlite3_serialize(db.sqliteConnection, "main", &count, 0) else {
                throw DatabaseError(resultCode: .SQLITE_NOMEM)
            }
            defer { sqlite3_free(bytes) }
            var file = Data(bytes: bytes, count: Int(count))
            for place in DatabaseLayout.formatVersions { file[place] = 2 }
            return file
        }
    }

    /// The bytes of the file header that hold the write and read versions of the format:
    /// https://www.sqlite.org/fileformat2.html, 1.3.3. An in-memory database has 1; 2 means write-ahead logging.
    private static let formatVersions = 18...19
}
