import Foundation
import Glibc
import NIOConcurrencyHelpers
import Platform

/// The watchers of section changes, made by this program and by others with the same database.
///
/// Programs notify each other through the timestamps of the database file: a program that has committed such a change
/// sets them, and the system wakes all that watch the file. So no polling is needed.
final class ChangeWatchers: Sendable {
    private struct Watcher {
        let onChange: @Sendable () -> Void
        var others: FileWatch
    }

    private let path: String
    private let watchers = NIOLockedValueBox<[UUID: Watcher]>([:])

    init(of path: String) { self.path = path }

    /// Notifies all watchers. Call it after the commit.
    func sectionsChanged() {
        // Sets the times without opening the file: closing it again would drop the locks that SQLite has on it.
        utimensat(AT_FDCWD, path, nil, 0)
        notifyOwn()
    }

    /// Watches the file that is now at the path, and notifies this program's watchers.
    func renew() {
        watchers.withLockedValue { watchers in
            for (id, watcher) in watchers {
                watcher.others.cancel()
                watchers[id]?.others = FileWatch([.attributes(of: path)], onChange: watcher.onChange)
            }
        }
        notifyOwn()
    }

    func watch(_ onChange: @escaping @Sendable () -> Void) -> any ChangeWatch {
        let id = UUID()
        let others = FileWatch([.attributes(of: path)], onChange: onChange)
        watchers.withLockedValue { $0[id] = Watcher(onChange: onChange, others: others) }
        return RegisteredWatch { [self] in
            watchers.withLockedValue { $0.removeValue(forKey: id) }?.others.cancel()
        }
    }

    private func notifyOwn() {
        for watcher in watchers.withLockedValue({ Array($0.values) }) { watcher.onChange() }
    }
}
