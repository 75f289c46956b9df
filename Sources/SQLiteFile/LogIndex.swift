import CSQLite
import GRDB
import NIOConcurrencyHelpers

/// What tells a database's present content from every other one: while the mark is the same, nothing was committed, by
/// whatever program, and the file at the path is the same.
public struct CommitMark: Hashable, Sendable {
    private let file: FileIdentity
    /// The header of the log's index, by which SQLite itself tells at the beginning of a transaction what was committed.
    private let header: SIMD8<UInt64>

    fileprivate init(_ file: FileIdentity, _ header: SIMD8<UInt64>) { (self.file, self.header) = (file, header) }
}

/// The index of the log of a connection that is open, which every thread may look at, and does without asking SQLite.
final class LogIndex: Sendable {
    /// Where it lies in memory, and the file that it is.
    private struct Place {
        let address: UInt
        let file: FileIdentity
    }

    private let path: String
    private let indexPath: String
    /// Locked while it is looked at: the connection takes it away before it closes.
    private let place = NIOLockedValueBox<Place?>(nil)

    init(ofDatabaseAt path: String) {
        self.path = path
        indexPath = path + "-shm"
    }

    /// The mark of what is committed now; `nil` while that cannot be told.
    var mark: CommitMark? {
        guard let file = try? FileIdentity(of: path), let header = place.withLockedValue(header) else { return nil }
        return CommitMark(file, header)
    }

    /// Looks at the index of that connection from now on, which has read from its database.
    func open(_ db: Database) {
        guard let file = try? FileIdentity(of: indexPath), let connection = db.sqliteConnection,
            let index = csqlite_log_index(connection)
        else { return }
        place.withLockedValue { $0 = Place(address: UInt(bitPattern: index), file: file) }
    }

    func close() { place.withLockedValue { $0 = nil } }

    private func header(at place: inout Place?) -> SIMD8<UInt64>? {
        // What somebody cut off it must not be touched.
        guard let place, let present = try? FileIdentity(of: indexPath), present.isSameFile(as: place.file),
            present.size >= CSQLITE_INDEX_REGION
        else { return nil }
        var header = SIMD8<UInt64>()
        let isWhole = withUnsafeMutableBytes(of: &header) { bytes in
            csqlite_index_header(
                UnsafeRawPointer(bitPattern: place.address), bytes.assumingMemoryBound(to: UInt64.self).baseAddress)
        }
        return isWhole == 1 ? header : nil
    }
}
