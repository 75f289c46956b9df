import Dispatch
import Glibc
import NIOConcurrencyHelpers

/// The system's word of changed files, for all watches of this program together: a user has 128 such connections, and
/// whoever serves many guests under one name would use them up with one a watch.
///
/// Where the system gives none, or no more watches, it tells everybody every second instead, until it gives them.
final class FileNotifier: Sendable {
    static let shared = FileNotifier { inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC)) }

    private struct Subscriber {
        let places: [FileWatch.Place]
        /// Makes one call of many that are due.
        let call: DispatchSource
    }

    private struct State {
        var descriptor: Int32 = -1
        /// What reads the descriptor.
        var events: DispatchSource?
        /// What tells everybody where there are no events.
        var poll: DispatchSource?
        var lastID = 0
        var subscribers: [Int: Subscriber] = [:]
        /// By the system's number of what is watched: who watches it for what.
        var watched: [Int32: [Int: UInt32]] = [:]
    }

    private let open: @Sendable () -> Int32
    private let queue = DispatchQueue(label: "banchan.files")
    private let state = NIOLockedValueBox(State())

    /// `open` returns a new descriptor of inotify's, or a negative number where there is none.
    init(open: @escaping @Sendable () -> Int32) { self.open = open }

    /// Calls `onChange`, on a queue of its own, after changes of those places, until the subscription with the number that
    /// is returned is removed.
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

    /// A call that has begun goes on.
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

    /// Places that are not there are left out.
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
                // A directory that took the place of another one is not watched yet.
                watch(subscriber.places, for: id, &state)
                subscriber.call.add(data: 1)
            }
        }
    }

    /// What exactly changed is looked up by whoever was told.
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
        poll.setEventHandler { [weak self] in self?.tellEverybody() }
        poll.resume()
        state.poll = poll
    }

    private func endPoll(_ state: inout State) {
        state.poll?.cancel()
        state.poll = nil
    }

    private func tellEverybody() {
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
