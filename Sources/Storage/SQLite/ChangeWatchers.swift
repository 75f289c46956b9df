import Foundation
import Glibc
import NIOConcurrencyHelpers
import Platform

/// Everybody who wants to know when sections change, in this program and in others with the same database.
///
/// Programs tell each other through the times of the database's file: whoever has committed such a change sets them, and
/// the system wakes all that watch the file. So nobody has to look again and again.
final class ChangeWatchers: Sendable {
    private struct Watcher {
        let onChange: @Sendable () -> Void
        /// What others change.
        var others: FileWatch
    }

    private let path: String
    private let watchers = NIOLockedValueBox<[UUID: Watcher]>([:])

    init(of path: String) { self.path = path }

    /// Tells everybody. To be called after the commit.
    func sectionsChanged() {
        // Without opening the file: closing it again would drop the locks that SQLite has on it.
        utimensat(AT_FDCWD, path, nil, 0)
        tellOwn()
    }

    /// Watches the file that is at the path now, and tells everybody here.
    func renew() {
        watchers.withLockedValue { watchers in
            for (id, watcher) in watchers {
                watcher.others.cancel()
                watchers[id]?.others = FileWatch([.attributes(of: path)], onChange: watcher.onChange)
            }
        }
        tellOwn()
    }

    func watch(_ onChange: @escaping @Sendable () -> Void) -> any ChangeWatch {
        let id = UUID()
        let others = FileWatch([.attributes(of: path)], onChange: onChange)
        watchers.withLockedValue { $0[id] = Watcher(onChange: onChange, others: others) }
        return RegisteredWatch { [self] in
            watchers.withLockedValue { $0.removeValue(forKey: id) }?.others.cancel()
        }
    }

    private func tellOwn() {
        for watcher in watchers.withLockedValue({ Array($0.values) }) { watcher.onChange() }
    }
}
