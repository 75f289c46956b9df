import Foundation
import GRDB
import GRDBSQLite

extension DatabaseLayout {
    /// The bytes of the file header that hold the write and read versions of the format:
    /// https://www.sqlite.org/fileformat2.html, 1.3.3. An in-memory database has 1; 2 means write-ahead logging.
    private static let formatVersions = 18...19

    /// Returns the contents of a new database file: with the current layout, in WAL mode, without any rows.
    func newFile(_ configuration: Configuration) throws -> Data {
        let database = try DatabaseQueue(configuration: configuration)
        defer { UnusedConnections.keep(database) }
        var file = try database.writeWithoutTransaction { db in
            try db.inTransaction {
                try upgrade(db, from: 0)
                return .commit
            }
            return try DatabaseLayout.file(of: db)
        }
        for place in DatabaseLayout.formatVersions { file[place] = 2 }
        return file
    }

    /// Serialises an in-memory database into the contents of a database file.
    private static func file(of db: Database) throws -> Data {
        var count: Int64 = 0
        guard let bytes = sqlite3_serialize(db.sqliteConnection, "main", &count, 0) else {
            throw DatabaseError(resultCode: .SQLITE_NOMEM)
        }
        defer { sqlite3_free(bytes) }
        return Data(bytes: bytes, count: Int(count))
    }
}
