import Foundation
import GRDB
import GRDBSQLite

/// Reads all contacts for the list from one covering index, in display order, directly into columns without creating an
/// object for each row.
enum IndexReading {
    static func index(in db: Database) throws -> PhoneBookIndex {
        var columns = ContactColumns()
        columns.reserve(try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM contacts") ?? 0)
        let statement = try db.cachedStatement(
            sql: "SELECT id, revision, picture, name_key, name, number FROM contacts ORDER BY name_key, id")
        let row = statement.sqliteStatement
        defer { sqlite3_reset(row) }
        while true {
            switch sqlite3_step(row) {
            case SQLITE_ROW: take(row, into: &columns)
            case SQLITE_DONE: return PhoneBookIndex(columns)
            case let code: throw DatabaseError(resultCode: ResultCode(rawValue: code))
            }
        }
    }

    private static func take(_ row: OpaquePointer, into columns: inout ContactColumns) {
        let key = bytes(row, column: 3)
        columns.append(
            id: sqlite3_column_int64(row, 0), revision: sqlite3_column_int64(row, 1),
            picture: sqlite3_column_int64(row, 2), initial: key.first ?? ContactInitial.other.place)
        columns.append(key: BigEndianUnits(bytes: key.dropFirst()))
        columns.append(name: bytes(row, column: 4), digits: bytes(row, column: 5))
    }

    /// Returns the bytes of a column, which are valid until the next step or reset of the statement.
    private static func bytes(_ row: OpaquePointer, column: Int32) -> UnsafeBufferPointer<UInt8> {
        let start = sqlite3_column_blob(row, column)
        let count = Int(sqlite3_column_bytes(row, column))
        return UnsafeBufferPointer(start: start?.assumingMemoryBound(to: UInt8.self), count: start == nil ? 0 : count)
    }
}

/// Bytes read as big-endian 16-bit units.
private struct BigEndianUnits: RandomAccessCollection {
    let bytes: Slice<UnsafeBufferPointer<UInt8>>

    var startIndex: Int { 0 }
    var endIndex: Int { bytes.count / 2 }

    subscript(index: Int) -> UInt16 {
        let place = bytes.startIndex + index * 2
        return UInt16(bytes[place]) << 8 | UInt16(bytes[place + 1])
    }
}
