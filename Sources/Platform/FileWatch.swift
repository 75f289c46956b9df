import Dispatch
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

    private let source: DispatchSource

    /// Calls `onChange`, on a thread of its own choosing, some time after each change: once for many that came close
    /// together. `nil` when the system has no more watches to give. A place that is not there is watched from when
    /// another change is seen after it has come.
    public init?(_ places: [Place], onChange: @escaping @Sendable () -> Void) {
        let descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
        guard descriptor >= 0 else { return nil }
        let queue = DispatchQueue(label: "banchan.files")
        let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue) as? DispatchSource
        guard let source else {
            close(descriptor)
            return nil
        }
        self.source = source
        FileWatch.add(places, to: descriptor)
        source.setEventHandler {
            FileWatch.drain(descriptor)
            // A directory that took the place of another one is not watched yet.
            FileWatch.add(places, to: descriptor)
            onChange()
        }
        source.setCancelHandler { close(descriptor) }
        source.resume()
    }

    deinit { cancel() }

    /// Ends it. A call that has begun goes on.
    public func cancel() { source.cancel() }

    private static func add(_ places: [Place], to descriptor: Int32) {
        for place in places { _ = inotify_add_watch(descriptor, place.path, place.mask) }
    }

    /// What exactly changed is looked up by whoever was told.
    private static func drain(_ descriptor: Int32) {
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while read(descriptor, &buffer, buffer.count) > 0 {}
    }
}
