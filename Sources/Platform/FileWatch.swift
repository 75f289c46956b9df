import Glibc

/// Calls back when files or the contents of directories change, whichever program changes them. It causes no wake-ups
/// in between.
public final class FileWatch: Sendable {
    /// A file or a directory, and the kind of changes to report.
    public struct Place: Hashable, Sendable {
        let path: String
        let mask: UInt32

        /// Changes of the file's times, owner or permissions.
        public static func attributes(of path: String) -> Place { Place(path: path, mask: UInt32(IN_ATTRIB)) }

        /// Files in the directory that were written, created, moved or deleted.
        public static func content(of path: String) -> Place {
            Place(path: path, mask: UInt32(IN_CLOSE_WRITE | IN_CREATE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE))
        }
    }

    private let notifier: FileNotifier
    private let id: Int

    /// Calls `onChange`, on any thread, some time after each change: once for several in quick succession, and
    /// occasionally without a change. A place that does not exist yet is watched from the next event on that is seen
    /// after it was created.
    public convenience init(_ places: [Place], onChange: @escaping @Sendable () -> Void) {
        self.init(places, notifier: .shared, onChange: onChange)
    }

    init(_ places: [Place], notifier: FileNotifier, onChange: @escaping @Sendable () -> Void) {
        self.notifier = notifier
        id = notifier.add(places, onChange: onChange)
    }

    deinit { cancel() }

    /// Ends the watch. A call that has begun continues.
    public func cancel() { notifier.remove(id) }
}
