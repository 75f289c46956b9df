import Foundation
import Glibc
import NIOConcurrencyHelpers

/// Calls back when files or the contents of directories change, whichever program changes them. It causes no wake-ups
/// in between.
public final class FileWatch: Sendable {
    /// A file or a directory, and the kind of changes to report.
    public struct Target: Hashable, Sendable {
        let path: String
        let mask: UInt32

        /// Changes of the file's times, owner or permissions.
        public static func attributes(of path: String) -> Target { Target(path: path, mask: UInt32(IN_ATTRIB)) }

        /// Files in the directory that were written, created, moved or deleted.
        public static func content(of path: String) -> Target {
            Target(path: path, mask: UInt32(IN_CLOSE_WRITE | IN_CREATE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE))
        }
    }

    private let notifier: FileNotifier
    private let id: Int

    /// Calls `onChange`, on the thread of all watches, some time after each change: once for several in quick succession,
    /// and occasionally without a change. It must not block. A place that does not exist yet is watched from the next
    /// event on that is seen after it was created.
    public convenience init(_ targets: [Target], onChange: @escaping @Sendable () -> Void) {
        self.init(targets, notifier: .shared, onChange: onChange)
    }

    init(_ targets: [Target], notifier: FileNotifier, onChange: @escaping @Sendable () -> Void) {
        self.notifier = notifier
        id = notifier.add(targets, onChange: onChange)
    }

    deinit { cancel() }

    /// Ends the watch. A call that has begun continues.
    public func cancel() { notifier.remove(id) }
}

/// A shared inotify instance for all watches of this process, and the thread that reads it. A user has 128 instances, and
/// a server with many guests under one user name would exhaust them with one for each watch.
///
/// If the system gives no instance, or no more watches, all subscribers are called every second instead, until it does.
final class FileNotifier: Sendable {
    static let shared = FileNotifier { inotify_init1(Int32(IN_CLOEXEC)) }

    private struct Subscriber {
        let targets: [FileWatch.Target]
        let onChange: @Sendable () -> Void
    }

    private struct State {
        var descriptor: Int32 = -1
        /// Calls all subscribers, while the system gives not enough.
        var poll: OneShotTimer?
        var lastID = 0
        var subscribers: [Int: Subscriber] = [:]
        /// The event masks of the subscribers of each watch, by inotify's watch descriptor.
        var watched: [Int32: [Int: UInt32]] = [:]
    }

    private let open: @Sendable () -> Int32
    private let state = NIOLockedValueBox(State())

    /// `open` returns a new inotify descriptor, or a negative number if there is none.
    init(open: @escaping @Sendable () -> Int32) { self.open = open }

    /// Calls `onChange` after changes of those places. Returns the number by which the subscription is removed.
    func add(_ targets: [FileWatch.Target], onChange: @escaping @Sendable () -> Void) -> Int {
        state.withLockedValue { state in
            state.lastID += 1
            state.subscribers[state.lastID] = Subscriber(targets: targets, onChange: onChange)
            watch(targets, for: state.lastID, &state)
            return state.lastID
        }
    }

    /// Removes a subscription. A call that has begun continues.
    func remove(_ id: Int) {
        state.withLockedValue { state in
            state.subscribers[id] = nil
            for (watch, var masks) in state.watched where masks.removeValue(forKey: id) != nil {
                state.watched[watch] = masks.isEmpty ? nil : masks
                if masks.isEmpty { inotify_rm_watch(state.descriptor, watch) }
            }
            if state.subscribers.isEmpty { state.poll = nil }
        }
    }

    /// Watches the places that exist.
    private func watch(_ targets: [FileWatch.Target], for id: Int, _ state: inout State) {
        guard connect(&state) else { return pollSoon(&state) }
        for target in targets {
            let watch = inotify_add_watch(state.descriptor, target.path, target.mask | UInt32(IN_MASK_ADD))
            if watch >= 0 {
                state.watched[watch, default: [:]][id, default: 0] |= target.mask
            } else if errno == ENOSPC {
                pollSoon(&state)
            }
        }
    }

    private func connect(_ state: inout State) -> Bool {
        guard state.descriptor < 0 else { return true }
        state.descriptor = open()
        guard state.descriptor >= 0 else { return false }
        Thread.start("files") { [self, descriptor = state.descriptor] in readEvents(descriptor) }
        return true
    }

    private func readEvents(_ descriptor: Int32) {
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            if count > 0 { notify(buffer[..<count]) } else if errno != EINTR { return }
        }
    }

    /// Calls the subscribers that these events concern. The names in the events are not read: subscribers look for
    /// themselves.
    private func notify(_ events: ArraySlice<UInt8>) {
        let calls = state.withLockedValue { state in
            var notified: Set<Int> = []
            events.withUnsafeBytes { bytes in
                var next = 0
                while next + MemoryLayout<inotify_event>.size <= bytes.count {
                    let event = bytes.loadUnaligned(fromByteOffset: next, as: inotify_event.self)
                    notified.formUnion(subscribers(toldBy: event, &state))
                    next += MemoryLayout<inotify_event>.size + Int(event.len)
                }
            }
            return rewatch(notified, &state)
        }
        for call in calls { call() }
    }

    private func subscribers(toldBy event: inotify_event, _ state: inout State) -> [Int] {
        let lost = event.mask & UInt32(IN_Q_OVERFLOW) != 0
        let masks = lost ? state.subscribers.mapValues { _ in event.mask } : state.watched[event.wd] ?? [:]
        let isGone = event.mask & UInt32(IN_IGNORED) != 0
        if isGone { state.watched[event.wd] = nil }
        return masks.compactMap { isGone || $1 & event.mask != 0 ? $0 : nil }
    }

    /// Watches the places of these subscribers again, since a directory that replaced another one is not watched yet.
    /// Returns their calls.
    private func rewatch(_ ids: some Sequence<Int>, _ state: inout State) -> [@Sendable () -> Void] {
        ids.compactMap { id in
            guard let subscriber = state.subscribers[id] else { return nil }
            watch(subscriber.targets, for: id, &state)
            return subscriber.onChange
        }
    }

    private func pollSoon(_ state: inout State) {
        guard state.poll == nil else { return }
        state.poll = OneShotTimer(after: .seconds(1)) { [weak self] in
            guard let self else { return }
            let calls = self.state.withLockedValue { state in
                state.poll = nil
                return rewatch(Array(state.subscribers.keys), &state)
            }
            for call in calls { call() }
        }
    }
}
