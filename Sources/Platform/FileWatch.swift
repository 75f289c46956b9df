import Glibc

/// Tells when files or what is in directories change, whichever program changes them. It sleeps in between.
public final class FileWatch: Sendable {
    /// A file or a directory, and what of it is worth telling.
    public struct Place: Hashable, Sendable {
        let path: String
        let mask: UInt32

        /// The times or the owner of the file there.
        public static func attributes(of path: String) -> Place { Place(path: path, mask: UInt32(IN_ATTRIB)) }

        /// A file in the directory there was written, or came, or went.
        public static func content(of path: String) -> Place {
            Place(path: path, mask: UInt32(IN_CLOSE_WRITE | IN_CREATE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE))
        }
    }

    private let notifier: FileNotifier
    private let id: Int

    /// Calls `onChange`, on a thread of its own choosing, some time after each change: once for many that came close
    /// together, and now and then without a change. A place that is not there is watched from when another change is seen
    /// after it has come.
    public convenience init(_ places: [Place], onChange: @escaping @Sendable () -> Void) {
        self.init(places, notifier: .shared, onChange: onChange)
    }

    init(_ places: [Place], notifier: FileNotifier, onChange: @escaping @Sendable () -> Void) {
        self.notifier = notifier
        id = notifier.add(places, onChange: onChange)
    }

    deinit { cancel() }

    /// Ends it. A call that has begun goes on.
    public func cancel() { notifier.remove(id) }
}
