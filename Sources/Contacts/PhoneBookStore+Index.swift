import Foundation
import GRDB
import NIOConcurrencyHelpers
import Platform
import SQLiteFile

/// The cached index, with the changes that this program made since it was read.
struct LatestIndex: Sendable {
    enum Change: Sendable {
        case put(Contact)
        case gone(ContactID)
    }

    /// The maximum number of changes applied one by one; with more, the index is read again.
    private static let maxChanges = 8

    var index: PhoneBookIndex?
    var changes: [Change] = []
    /// The last seen value of `PRAGMA data_version`, which changes when another connection changes the database.
    var othersVersion: Int?
    var watch: FileWatch?

    /// Returns the current index, or `nil` if it has to be read from the database.
    mutating func present() -> PhoneBookIndex? {
        defer { changes = [] }
        guard let known = index, changes.count <= LatestIndex.maxChanges else { return nil }
        index = changes.reduce(known) { index, change in
            switch change {
            case .put(let contact): index.putting(contact)
            case .gone(let id): index.removing(id)
            }
        }
        return index
    }
}

extension PhoneBookStore {
    /// Returns the index of all contacts. The cached index is returned, without reading the database, as long as
    /// nothing changes.
    public func index() async throws(PhoneBookError) -> PhoneBookIndex {
        try await perform { [self] database in
            try checkForExternalChanges(database)
            if let index = latest.withLockedValue({ $0.present() }) { return index }
            let index = try database.read { try IndexReading.index(in: $0) }
            latest.withLockedValue { $0.index = index }
            return index
        }
    }

    /// Returns at most `limit` contacts whose names complete `text`, the most likely first.
    public func suggestions(for text: String, limit: Int = 5) async throws(PhoneBookError) -> [Contact] {
        try await index().suggestions(for: text, limit: limit)
    }

    /// Records a change made by this program and notifies observers: those in this program by a notification, and other
    /// programs that have the file open by its updated timestamps, so that nobody has to poll. Must be called on the
    /// phone book's thread, after the commit.
    func changed(_ change: LatestIndex.Change?) {
        latest.withLockedValue { latest in
            if let change, latest.index != nil { latest.changes.append(change) } else { latest.index = nil }
        }
        // Update the timestamps by path: opening and closing the file would drop the locks that SQLite holds on it.
        utimensat(AT_FDCWD, path, nil, 0)
        NotificationCenter.default.post(PhoneBookDidChange(), subject: self)
    }

    /// Starts watching for changes by other programs. Must be called on the phone book's thread.
    func watchOthers(_ database: DatabaseQueue) throws {
        guard latest.withLockedValue({ $0.othersVersion == nil }) else { return }
        let watch = FileWatch([.attributes(of: path)]) { [weak self] in self?.fileChanged() }
        latest.withLockedValue { $0.watch = watch }
        try checkForExternalChanges(database)
    }

    private func fileChanged() {
        // If reading fails now, the next reader detects the change or receives the error.
        thread.enqueue { [weak self] database in try? self?.checkForExternalChanges(database) }
    }

    /// Invalidates the cached index and notifies observers if another program changed the database since the last
    /// check.
    private func checkForExternalChanges(_ database: DatabaseQueue) throws {
        let version = try database.read { try Int.fetchOne($0, sql: "PRAGMA data_version") } ?? 0
        let isChanged = latest.withLockedValue { latest in
            let earlier = latest.othersVersion
            guard earlier != version else { return false }
            latest.othersVersion = version
            latest.index = nil
            latest.changes = []
            return earlier != nil
        }
        if isChanged { NotificationCenter.default.post(PhoneBookDidChange(), subject: self) }
    }
}
