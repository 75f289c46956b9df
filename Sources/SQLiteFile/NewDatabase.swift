import Foundation
import GRDB
import GRDBSQLite

extension DatabaseLayout {
    /// The bytes of the file header that hold the write and read versions of the format:
    /// https://www.sqlite.org/fileformat2.html, 1.3.3. An in-memory database has 1; 2 means write-ahead logging.
    private static let formatVersions = 18...19

    /// Returns the contents of a new database file: with the current layout, in WAL mode. It is made with SQLite's own
    /// functions, which a first start waits for less than half as long as for GRDB and all steps.
    func newFile() throws(DatabaseError) -> Data {
        var connection: SQLiteConnection?
        defer { sqlite3_close(connection) }
        try DatabaseLayout.check(sqlite3_open(":memory:", &connection))
        try DatabaseLayout.check(sqlite3_exec(connection, "BEGIN;\(current);\(stamp);COMMIT", nil, nil, nil))
        var count: Int64 = 0
        guard let bytes = sqlite3_serialize(connection, "main", &count, 0) else {
            throw DatabaseError(resultCode: .SQLITE_NOMEM)
        }
        defer { sqlite3_free(bytes) }
        var file = Data(bytes: bytes, count: Int(count))
        for place in DatabaseLayout.formatVersions { file[place] = 2 }
        return file
    }

    private static func check(_ code: Int32) throws(DatabaseError) {
        guard code == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
    }
}
