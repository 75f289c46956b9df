import Foundation
import GRDB
import NIOConcurrencyHelpers
import Platform
import SQLiteFile

/// Posted by a phone book after its contacts were changed by this program or another one. Observers read the index
/// again.
public struct PhoneBookDidChange: NotificationCenter.AsyncMessage {
    public typealias Subject = PhoneBookStore
    public static var name: Notification.Name { Notification.Name("banchan.phoneBookDidChange") }

    public init() {}
}

/// The cached index.
struct LatestIndex: Sendable {
    /// `nil` if it has to be read.
    var index: PhoneBookIndex?
    /// The last seen value of `PRAGMA data_version`, which changes when another connection changes the database.
    var othersVersion: Int?
    var watch: FileWatch?
}

/// The contacts on this device, stored in an SQLite database that several programs may have open at once.
///
/// The database is opened by the first operation. One that is damaged, newer than this program or not a phone book is
/// refused and left unchanged; the next operation tries again. Operations run in order on a dedicated thread, and run
/// to completion even if the calling task is cancelled.
public final class PhoneBookStore: Sendable {
    public let path: String
    let thread: DatabaseThread
    let latest = NIOLockedValueBox(LatestIndex())

    /// Creates the phone book at `path`. The file, readable only by its owner, and its directory are created by the
    /// first operation. `timeout` is how long an operation waits for another program's write lock.
    public init(at path: String, timeout: Duration = .seconds(5)) {
        self.path = path
        let file = DatabaseFile(path: path, layout: ContactSchema.layout, timeout: timeout)
        let latest = latest
        thread = DatabaseThread(name: "contacts", of: file) {
            try PhoneBookStore.createDirectory(of: path)
            return try file.open()
        } onTrouble: { _ in
            // The cache belongs to the old file and is invalid for a new one.
            latest.withLockedValue { $0 = LatestIndex() }
        }
    }

    /// Returns the user's phone book: `banchan/contacts.sqlite` in the XDG data directory, or `nil` if the environment
    /// defines neither that directory nor a home. Does not access the file yet.
    public static func standard(
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> PhoneBookStore? {
        standardPath(environment: environment).map { PhoneBookStore(at: $0) }
    }

    deinit {
        latest.withLockedValue { $0.watch }?.cancel()
        thread.close()
    }

    private static func standardPath(environment: [String: String]) -> String? {
        BaseDirectory.data.path(in: environment).map { "\($0)/banchan/contacts.sqlite" }
    }

    private static func createDirectory(of path: String) throws(DatabaseFileError) {
        do {
            try PrivateDirectory.create(at: PrivateDirectory.parent(of: path))
        } catch {
            throw .system(code: Int(error.code.rawValue))
        }
    }

    /// Runs `work` on the phone book's thread and returns its result.
    func perform<Value: Sendable>(
        _ work: @escaping @Sendable (DatabaseQueue) throws -> Value
    ) async throws(PhoneBookError) -> Value {
        do throws(DatabaseFileError) {
            return try await thread.perform { [self] database in
                try watchOthers(database)
                return try work(database)
            }
        } catch {
            throw PhoneBookError(error)
        }
    }
}

extension PhoneBookStore {
    /// Returns the index of all contacts. The cached index is returned, without reading the database, as long as
    /// nothing changes.
    public func index() async throws(PhoneBookError) -> PhoneBookIndex {
        try await perform { [self] database in
            try checkForExternalChanges(database)
            if let index = latest.withLockedValue({ $0.index }) { return index }
            let index = PhoneBookIndex(sorted: try database.read { try ContactTable.all(in: $0) })
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
    func changed() {
        latest.withLockedValue { $0.index = nil }
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
            return earlier != nil
        }
        if isChanged { NotificationCenter.default.post(PhoneBookDidChange(), subject: self) }
    }
}
