import Foundation
import GRDB
import NIOConcurrencyHelpers
import Platform
import SQLiteFile

/// Posted by a phone book after its contacts changed, whoever changed them: this program or another one. The reader
/// asks for the present index.
public struct PhoneBookDidChange: NotificationCenter.AsyncMessage {
    public typealias Subject = PhoneBookStore
    public static var name: Notification.Name { Notification.Name("banchan.phoneBookDidChange") }

    public init() {}
}

/// The contacts on this device, in an SQLite database that several programs may have open at once.
///
/// Nothing is opened before the first thing that is asked of it. A database that is damaged, newer than this program or
/// something else altogether is refused and left as it is; the next thing that is asked tries again. Whatever is asked
/// is done in its order on a thread of its own, and is done even if the task that asked is cancelled.
public final class PhoneBookStore: Sendable {
    public let path: String
    let thread: DatabaseThread
    let latest = NIOLockedValueBox(LatestIndex())

    /// The phone book at `path`, made with the first thing that is asked of it, readable by its owner only, in a
    /// directory that is made too. `timeout` is how long another program's writing is waited for.
    public init(at path: String, timeout: Duration = .seconds(5)) {
        self.path = path
        let file = DatabaseFile(path: path, layout: ContactSchema.layout, timeout: timeout)
        let latest = latest
        thread = DatabaseThread(name: "contacts", of: file) {
            try PhoneBookStore.makeDirectory(of: path)
            return try file.open()
        } onTrouble: { _ in
            // What was read in one file says nothing of another.
            latest.withLockedValue { $0 = LatestIndex() }
        }
    }

    /// The user's own: `banchan/contacts.sqlite` below the XDG data directory; `nil` where the environment names neither
    /// that nor a home. Reads and makes nothing yet.
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
        BaseDirectory.data.url(in: environment)?.appending(path: "banchan/contacts.sqlite").path
    }

    private static func makeDirectory(of path: String) throws(DatabaseFileError) {
        do {
            try PrivateDirectory.create(at: URL(filePath: path).deletingLastPathComponent().path)
        } catch {
            throw .system(code: Int(error.code.rawValue))
        }
    }

    /// What `work` returns, done on the phone book's thread.
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
