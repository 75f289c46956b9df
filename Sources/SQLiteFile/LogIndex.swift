import CSQLite
import GRDB
import NIOConcurrencyHelpers

/// Identifies the committed contents of a database: while the mark is equal, no program has committed anything and the
/// file at the path is the same.
public struct CommitMark: Hashable, Sendable {
    private let file: FileIdentity
    /// The header of the log's index, which SQLite itself reads at the start of a transaction to find out what was
    /// committed.
    private let header: SIMD8<UInt64>

    fileprivate init(_ file: FileIdentity, _ header: SIMD8<UInt64>) { (self.file, self.header) = (file, header) }
}

/// The log index of an open connection, mapped in memory. Any thread can read it, without calling SQLite.
final class LogIndex: Sendable {
    /// The address of the mapped index, and the file that it maps.
    private struct Place {
        let address: UInt
        let file: FileIdentity
    }

    private let path: String
    private let indexPath: String
    /// The lock is held while the memory is read: the connection removes the address before it closes. It is not held
    /// during system calls, because all connections of a server read the mark at the same time.
    private let place = NIOLockedValueBox<Place?>(nil)

    init(ofDatabaseAt path: String) {
        self.path = path
        indexPath = path + "-shm"
    }

    /// The mark of what is committed now; `nil` if it cannot be determined.
    var mark: CommitMark? {
        guard let file = try? FileIdentity(of: path), let index = try? FileIdentity(of: indexPath),
            let header = place.withLockedValue({ LogIndex.header(at: $0, in: index) })
        else { return nil }
        return CommitMark(file, header)
    }

    /// Uses the index of that connection from now on. The connection must have read from its database.
    func open(_ db: Database) {
        guard let file = try? FileIdentity(of: indexPath), let connection = db.sqliteConnection,
            let index = csqlite_log_index(connection)
        else { return }
        place.withLockedValue { $0 = Place(address: UInt(bitPattern: index), file: file) }
    }

    func close() { place.withLockedValue { $0 = nil } }

    /// Returns the header of the index at `place` if `file`, which is at its path now, is the mapped one.
    private static func header(at place: Place?, in file: FileIdentity) -> SIMD8<UInt64>? {
        // Memory beyond the end of a truncated file must not be touched.
        guard let place, file.isSameFile(as: place.file), file.size >= CSQLITE_INDEX_REGION else { return nil }
        var header = SIMD8<UInt64>()
        let isWhole = withUnsafeMutableBytes(of: &header) { bytes in
            csqlite_index_header(
                UnsafeRawPointer(bitPattern: place.address), bytes.assumingMemoryBound(to: UInt64.self).baseAddress)
        }
        return isWhole == 1 ? header : nil
    }
}
