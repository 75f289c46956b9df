import Foundation
import Glibc
import NIOConcurrencyHelpers

/// A shared inotify instance for all watches of this process, and the thread that reads it. A user has 128 instances, and
/// a server with many guests under one user name would exhaust them with one for each watch.
///
/// Subscribers for whose places the system gives no instance or no watch, or cannot tell of changes, are called every few
/// seconds.
final class FileNotifier: Sendable {
    static let shared = FileNotifier { inotify_init1(Int32(IN_CLOEXEC)) }

    struct Subscriber: Sendable {
        let targets: [FileWatch.Target]
        /// Called once, when the system gives no more watches; `nil` after that.
        var onLimit: (@Sendable () -> Void)?
        let onChange: @Sendable () -> Void
    }

    /// What a subscriber wants to know of a watched directory or file.
    private struct Interest {
        var mask: UInt32
        /// The files in the directory that matter; `nil` if all do.
        var names: Set<String>?

        mutating func join(_ place: WatchedPlace) {
            mask |= place.mask
            names = place.names.flatMap { names?.union($0) }
        }
    }

    private struct State {
        var descriptor: Int32 = -1
        /// Calls the polled subscribers.
        var poll: OneShotTimer?
        /// The subscribers that the system does not tell of all changes.
        var polled: Set<Int> = []
        var lastID = 0
        var subscribers: [Int: Subscriber] = [:]
        /// The subscribers of each watch, by inotify's watch descriptor.
        var watched: [Int32: [Int: Interest]] = [:]
    }

    /// The time between two calls of a polled subscriber.
    private static let pollPause = Duration.seconds(5)

    private let pollPause: Duration
    private let open: @Sendable () -> Int32
    private let state = NIOLockedValueBox(State())

    /// `open` returns a new inotify descriptor, or a negative number if there is none.
    init(pollPause: Duration = pollPause, open: @escaping @Sendable () -> Int32) {
        self.pollPause = pollPause
        self.open = open
    }

    /// Calls the subscriber after changes of its places. Returns the number by which the subscription is removed.
    func add(_ subscriber: Subscriber) -> Int {
        let (id, limit) = state.withLockedValue { state in
            state.lastID += 1
            state.subscribers[state.lastID] = subscriber
            return (state.lastID, watch(for: state.lastID, &state))
        }
        limit?()
        return id
    }

    /// Removes a subscription. A call that has begun continues.
    func remove(_ id: Int) {
        state.withLockedValue { state in
            state.subscribers[id] = nil
            state.polled.remove(id)
            for (watch, var interests) in state.watched where interests.removeValue(forKey: id) != nil {
                state.watched[watch] = interests.isEmpty ? nil : interests
                if interests.isEmpty { inotify_rm_watch(state.descriptor, watch) }
            }
            if state.polled.isEmpty { state.poll = nil }
        }
    }

    /// Watches the subscriber's places that exist. Returns what to call if the system gives no more watches.
    private func watch(for id: Int, _ state: inout State) -> (@Sendable () -> Void)? {
        guard let subscriber = state.subscribers[id] else { return nil }
        let hasWatches = connect(&state)
        var (isLimited, isSilent) = (!hasWatches, false)
        for place in hasWatches ? subscriber.targets.flatMap(\.places) : [] {
            if place.isSilent { isSilent = true }
            let watch = inotify_add_watch(state.descriptor, place.path, place.mask | UInt32(IN_MASK_ADD))
            if watch < 0 {
                isLimited = isLimited || errno == ENOSPC
            } else if state.watched[watch]?[id]?.join(place) == nil {
                state.watched[watch, default: [:]][id] = Interest(mask: place.mask, names: place.names)
            }
        }
        if isLimited || isSilent { state.polled.insert(id) } else { state.polled.remove(id) }
        pollSoon(&state)
        guard isLimited else { return nil }
        defer { state.subscribers[id]?.onLimit = nil }
        return subscriber.onLimit
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

    /// Calls the subscribers that these events concern.
    private func notify(_ events: ArraySlice<UInt8>) {
        let calls = state.withLockedValue { state in
            var notified: Set<Int> = []
            events.withUnsafeBytes { bytes in
                var next = 0
                while next + MemoryLayout<inotify_event>.size <= bytes.count {
                    let event = bytes.loadUnaligned(fromByteOffset: next, as: inotify_event.self)
                    next += MemoryLayout<inotify_event>.size
                    let name = bytes[next..<min(next + Int(event.len), bytes.count)].prefix { $0 != 0 }
                    next += Int(event.len)
                    notified.formUnion(
                        subscribers(toldBy: event, of: String(decoding: name, as: UTF8.self), &state))
                }
            }
            return rewatch(notified, &state)
        }
        for call in calls { call() }
    }

    /// Returns the subscribers that an event concerns, of the file of that name in a directory; empty if it is the
    /// directory or the file itself.
    private func subscribers(toldBy event: inotify_event, of name: String, _ state: inout State) -> [Int] {
        if event.mask & UInt32(IN_Q_OVERFLOW) != 0 { return Array(state.subscribers.keys) }
        let interests = state.watched[event.wd] ?? [:]
        if event.mask & UInt32(IN_IGNORED) != 0 {
            state.watched[event.wd] = nil
            return Array(interests.keys)
        }
        return interests.compactMap { id, interest in
            let isMeant = name.isEmpty || interest.names?.contains(name) ?? true
            return isMeant && interest.mask & event.mask != 0 ? id : nil
        }
    }

    /// Watches the places of these subscribers again, since a directory that replaced another one is not watched yet, nor
    /// is what a link leads to now. Returns their calls.
    private func rewatch(_ ids: some Sequence<Int>, _ state: inout State) -> [@Sendable () -> Void] {
        ids.flatMap { id in
            guard let subscriber = state.subscribers[id] else { return [@Sendable () -> Void]() }
            return [watch(for: id, &state), subscriber.onChange].compactMap(\.self)
        }
    }

    /// Calls the polled subscribers in a while, if there are any.
    private func pollSoon(_ state: inout State) {
        guard state.poll == nil, !state.polled.isEmpty else { return }
        state.poll = OneShotTimer(after: pollPause) { [weak self] in
            guard let self else { return }
            let calls = self.state.withLockedValue { state in
                state.poll = nil
                return rewatch(Array(state.polled), &state)
            }
            for call in calls { call() }
        }
    }
}
