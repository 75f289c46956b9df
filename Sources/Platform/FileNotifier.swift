import Dispatch
import Glibc
import NIOConcurrencyHelpers

/// A shared inotify instance for all watches of this process. A user has 128 instances, and a server with many guests
/// under one user name would exhaust them with one for each watch.
///
/// If the system gives no instance, or no more watches, all subscribers are called every second instead, until it does.
final class FileNotifier: Sendable {
    static let shared = FileNotifier { inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC)) }

    private struct Subscriber {
        let places: [FileWatch.Place]
        /// Coalesces the calls that are due into one.
        let call: DispatchSource
    }

    private struct State {
        var descriptor: Int32 = -1
        /// The source that reads the descriptor.
        var events: DispatchSource?
        /// The timer that calls all subscribers while there are no events.
        var poll: DispatchSource?
        var lastID = 0
        var subscribers: [Int: Subscriber] = [:]
        /// The event masks of the subscribers of each watch, by inotify's watch descriptor.
        var watched: [Int32: [Int: UInt32]] = [:]
    }

    private let open: @Sendable () -> Int32
    private let queue = DispatchQueue(label: "banchan.files")
    private let state = NIOLockedValueBox(State())

    /// `open` returns a new inotify descriptor, or a negative number if there is none.
    init(open: @escaping @Sendable () -> Int32) { self.open = open }

    /// Calls `onChange`, on a queue of its own, after changes of those places. Returns the number by which the
    /// subscription is removed.
    func add(_ places: [FileWatch.Place], onChange: @escaping @Sendable () -> Void) -> Int {
        let made = DispatchSource.makeUserDataAddSource(queue: DispatchQueue(label: "banchan.files.watch"))
        guard let call = made as? DispatchSource else { preconditionFailure("a source is a DispatchSource") }
        call.setEventHandler { onChange() }
        call.resume()
        return state.withLockedValue { state in
            state.lastID += 1
            state.subscribers[state.lastID] = Subscriber(places: places, call: call)
            connect(&state)
            watch(places, for: state.lastID, &state)
            return state.lastID
        }
    }

    /// Removes a subscription. A call that has begun continues.
    func remove(_ id: Int) {
        state.withLockedValue { state in
            state.subscribers.removeValue(forKey: id)?.call.cancel()
            for (watch, var masks) in state.watched where masks.removeValue(forKey: id) != nil {
                state.watched[watch] = masks.isEmpty ? nil : masks
                if masks.isEmpty { inotify_rm_watch(state.descriptor, watch) }
            }
            if state.subscribers.isEmpty { endPoll(&state) }
        }
    }

    private func connect(_ state: inout State) {
        guard state.events == nil else { return }
        state.descriptor = open()
        guard state.descriptor >= 0,
            let events = DispatchSource.makeReadSource(fileDescriptor: state.descriptor, queue: queue)
                as? DispatchSource
        else { return beginPoll(&state) }
        events.setEventHandler { [weak self] in self?.readEvents() }
        let descriptor = state.descriptor
        events.setCancelHandler { close(descriptor) }
        events.resume()
        state.events = events
    }

    deinit { state.withLockedValue { $0.events?.cancel() } }

    /// Watches the places that exist.
    private func watch(_ places: [FileWatch.Place], for id: Int, _ state: inout State) {
        guard state.events != nil else { return }
        for place in places {
            let watch = inotify_add_watch(state.descriptor, place.path, place.mask | UInt32(IN_MASK_ADD))
            if watch >= 0 {
                state.watched[watch, default: [:]][id, default: 0] |= place.mask
            } else if errno == ENOSPC {
                beginPoll(&state)
            }
        }
    }

    // MARK: Events

    private func readEvents() {
        state.withLockedValue { state in
            var told: Set<Int> = []
            forEachEvent(of: state.descriptor) { watch, mask in
                let lost = mask & UInt32(IN_Q_OVERFLOW) != 0
                let masks = lost ? state.subscribers.mapValues { _ in mask } : state.watched[watch] ?? [:]
                let isGone = mask & UInt32(IN_IGNORED) != 0
                if isGone { state.watched[watch] = nil }
                told.formUnion(masks.filter { isGone || $0.value & mask != 0 }.keys)
            }
            for id in told {
                guard let subscriber = state.subscribers[id] else { continue }
                // A directory that replaced another one is not watched yet.
                watch(subscriber.places, for: id, &state)
                subscriber.call.add(data: 1)
            }
        }
    }

    /// Calls `body` for each pending event. The names in the events are not read: subscribers look for themselves.
    private func forEachEvent(of descriptor: Int32, _ body: (_ watch: Int32, _ mask: UInt32) -> Void) {
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            guard count > 0 else { return }
            buffer.withUnsafeBytes { bytes in
                var next = 0
                while next + MemoryLayout<inotify_event>.size <= count {
                    let event = bytes.loadUnaligned(fromByteOffset: next, as: inotify_event.self)
                    body(event.wd, event.mask)
                    next += MemoryLayout<inotify_event>.size + Int(event.len)
                }
            }
        }
    }

    // MARK: Without events

    private func beginPoll(_ state: inout State) {
        guard state.poll == nil, let poll = DispatchSource.makeTimerSource(queue: queue) as? DispatchSource else {
            return
        }
        poll.schedule(deadline: .now() + 1, repeating: 1, leeway: .milliseconds(200))
        poll.setEventHandler { [weak self] in self?.notifyAll() }
        poll.resume()
        state.poll = poll
    }

    private func endPoll(_ state: inout State) {
        state.poll?.cancel()
        state.poll = nil
    }

    private func notifyAll() {
        state.withLockedValue { state in
            endPoll(&state)
            connect(&state)
            for (id, subscriber) in state.subscribers {
                watch(subscriber.places, for: id, &state)
                subscriber.call.add(data: 1)
            }
        }
    }
}
