import Foundation
import GRDB
import GRDBSQLite

extension DatabaseLayout {
    /// Where a file says by which version of the format it is written and read: https://www.sqlite.org/fileformat2.html,
    /// 1.3.3. One in memory says 1; at 2, it is written ahead.
    private static let formatVersions = 18...19

    /// What the file of a new database holds: one that has the layout, writes ahead, and has nothing in it yet.
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

    /// The file that a database in memory would be.
    private static func file(of db: Database) throws -> Data {
        var count: Int64 = 0
        guard let bytes = sqlite3_serialize(db.sqliteConnection, "main", &count, 0) else {
            throw DatabaseError(resultCode: .SQLITE_NOMEM)
        }
        defer { sqlite3_free(bytes) }
        return Data(bytes: bytes, count: Int(count))
    }
}
