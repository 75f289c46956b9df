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
            let directory = try PhoneBookStore.holdDirectory(of: path)
            defer { withExtendedLifetime(directory) {} }
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

    private static func holdDirectory(of path: String) throws(DatabaseFileError) -> HeldDirectory {
        do {
            return try PrivateDirectory.hold(at: PrivateDirectory.parent(of: path))
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
