import CSQLite
import GRDB
import Glibc

/// One of the files that a connection has open, read through the connection's own descriptor.
enum OpenFile: Int32 {
    case main = 0
    case log = 1

    /// Returns `count` bytes from `offset` on, or `nil` if the file ends before.
    func bytes(_ count: Int, at offset: Int = 0, of db: Database) -> [UInt8]? {
        guard let connection = db.sqliteConnection else { return nil }
        var isWhole = false
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            isWhole =
                csqlite_read(connection, rawValue, buffer.baseAddress, Int32(count), Int64(offset)) == 1
            initialized = isWhole ? count : 0
        }
        return isWhole ? bytes : nil
    }

    /// Returns the first `count` bytes of the file at `path`, or `nil` if it is shorter or cannot be read. Must not be
    /// called for a database that this process has open: closing the file again would drop the locks that SQLite holds
    /// on it.
    static func bytes(_ count: Int, ofFileAt path: String) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: count)
        return pread(descriptor, &bytes, count, 0) == count ? bytes : nil
    }
}
