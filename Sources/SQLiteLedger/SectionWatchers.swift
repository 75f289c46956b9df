import FileWatch
import Foundation
import Glibc
import Ledger
import NIOConcurrencyHelpers

/// Everybody who wants to know when sections change, in this program and in others with the same database.
///
/// Programs tell each other through the times of the database's file: whoever has committed such a change sets them, and
/// the system wakes all that watch the file. So nobody has to look again and again.
final class SectionWatchers: Sendable {
    private let path: String
    private let watchers = NIOLockedValueBox<[UUID: @Sendable () -> Void]>([:])

    init(of path: String) { self.path = path }

    /// Tells everybody. To be called after the commit.
    func sectionsChanged() {
        // Without opening the file: closing it again would drop the locks that SQLite has on it.
        utimensat(AT_FDCWD, path, nil, 0)
        for watcher in watchers.withLockedValue({ Array($0.values) }) { watcher() }
    }

    func watch(_ onChange: @escaping @Sendable () -> Void) -> any SectionWatch {
        let id = UUID()
        watchers.withLockedValue { $0[id] = onChange }
        let others = FileWatch([.attributes(of: path)], onChange: onChange)
        return Watch(others: others) { [self] in watchers.withLockedValue { $0[id] = nil } }
    }

    private final class Watch: SectionWatch {
        private let others: FileWatch?
        private let leave: @Sendable () -> Void

        init(others: FileWatch?, leave: @escaping @Sendable () -> Void) {
            self.others = others
            self.leave = leave
        }

        deinit { cancel() }

        func cancel() {
            others?.cancel()
            leave()
        }
    }
}
