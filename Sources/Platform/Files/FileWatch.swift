import Foundation
import Glibc

/// Calls back when files or the contents of directories change, whichever program changes them. It causes no wake-ups
/// in between.
public final class FileWatch: Sendable {
    /// A file or a directory, and the kind of changes to report.
    public struct Target: Hashable, Sendable {
        let path: String
        let isDirectory: Bool

        /// Changes of the file's times, owner or permissions.
        public static func attributes(of path: String) -> Target { Target(path: path, isDirectory: false) }

        /// Files in the directory that were written, created, moved or deleted. Symbolic links on the way to it and in it
        /// are followed: a change of what they lead to, and of where they lead, is one of the directory.
        public static func content(of path: String) -> Target { Target(path: path, isDirectory: true) }
    }

    private let notifier: FileNotifier
    private let id: Int

    /// Calls `onChange`, on the thread of all watches, some time after each change: once for several in quick succession,
    /// and occasionally without a change. It must not block. A place that does not exist yet is watched from the next
    /// event on that is seen after it was created.
    ///
    /// Where the file system cannot tell of changes that other machines make, and while the system gives no more watches,
    /// `onChange` is called every five seconds instead. The latter is reported by `onLimit`, once.
    public convenience init(
        _ targets: [Target], onLimit: (@Sendable () -> Void)? = nil, onChange: @escaping @Sendable () -> Void
    ) {
        self.init(targets, notifier: .shared, onLimit: onLimit, onChange: onChange)
    }

    init(
        _ targets: [Target], notifier: FileNotifier, onLimit: (@Sendable () -> Void)? = nil,
        onChange: @escaping @Sendable () -> Void
    ) {
        self.notifier = notifier
        id = notifier.add(FileNotifier.Subscriber(targets: targets, onLimit: onLimit, onChange: onChange))
    }

    deinit { cancel() }

    /// Ends the watch. A call that has begun continues.
    public func cancel() { notifier.remove(id) }
}
