import CSQLite
import GRDB
import Glibc
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
        var database: ComparedFile?
    }

    /// The database's file when the files at the paths were last found to be those that are open.
    private struct ComparedFile {
        let file: FileIdentity
        let tick: Int
    }

    private let path: String
    private let indexPath: String
    /// The lock is held while the memory is read: the connection removes the address before it closes. It is not held
    /// while files are examined, because all connections of a server read the mark at the same time.
    private let place = NIOLockedValueBox<Place?>(nil)

    init(ofDatabaseAt path: String) {
        self.path = path
        indexPath = path + "-shm"
    }

    /// The mark of what is committed now; `nil` if it cannot be determined. That another file was put in the place of
    /// one of the open ones is found out up to 10 milliseconds later, because examining them takes a tenth of the time
    /// that a server needs for a request.
    var mark: CommitMark? {
        let tick = LogIndex.tick
        if let mark = place.withLockedValue({ LogIndex.mark(at: $0, comparedAt: tick) }) { return mark }
        guard let database = try? FileIdentity(of: path), let index = try? FileIdentity(of: indexPath),
            index.size >= CSQLITE_INDEX_REGION
        else { return nil }
        return place.withLockedValue { place in
            guard let open = place?.file, index.isSameFile(as: open) else { return nil }
            place?.database = ComparedFile(file: database, tick: tick)
            return LogIndex.mark(at: place, comparedAt: tick)
        }
    }

    /// Uses the index of that connection from now on. The connection must have read from its database.
    func open(_ db: Database) {
        guard let file = try? FileIdentity(of: indexPath), let connection = db.sqliteConnection,
            let index = csqlite_log_index(connection)
        else { return }
        place.withLockedValue { $0 = Place(address: UInt(bitPattern: index), file: file) }
    }

    func close() { place.withLockedValue { $0 = nil } }

    /// Returns the mark of the index at `place` if the files were compared at `tick`.
    private static func mark(at place: Place?, comparedAt tick: Int) -> CommitMark? {
        guard let place, let database = place.database, database.tick == tick else { return nil }
        var header = SIMD8<UInt64>()
        let isWhole = withUnsafeMutableBytes(of: &header) { bytes in
            csqlite_index_header(
                UnsafeRawPointer(bitPattern: place.address), bytes.assumingMemoryBound(to: UInt64.self).baseAddress)
        }
        return isWhole == 1 ? CommitMark(database.file, header) : nil
    }

    /// The time in the kernel's ticks, of at most 10 milliseconds, which is read in a few nanoseconds.
    private static var tick: Int {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC_COARSE, &time)
        return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }
}
