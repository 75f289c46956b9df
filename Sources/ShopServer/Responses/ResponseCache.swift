import NIOConcurrencyHelpers
import NIOHTTP1
import Storage

/// Content of public paths that is ready to be sent, by the target of the request.
///
/// Such content depends on the shop's files and on the sections in the store, and on no time, terminal or token. Any
/// change of these empties the cache: a commit of this program before its caller is answered, one of another program as
/// soon as the store notices it and before its event is sent, and a changed file as soon as the system reports it. Whatever
/// is not reported is seen after `lifetime`.
final class ResponseCache: Sendable {
    /// The content of one target.
    struct Entry: Sendable {
        let content: EncodedContent
        /// The path under which its route was registered, for logs and metrics.
        let route: String?
        let end: ContinuousClock.Instant
        let size: Int
    }

    private struct State {
        var entries: [String: Entry] = [:]
        /// The bytes of all entries.
        var size = 0
        /// Changes whenever the cache is emptied.
        var generation = 0
        var isWatching = false
        var watch: (any ChangeWatch)?
        /// When expired entries are removed next.
        var nextSweep = ContinuousClock.Instant.now
    }

    /// The largest size of the cache in bytes. A cache that is full is emptied.
    static let maxSize = 4 << 20
    /// The largest size of content that is kept, in bytes.
    static let maxContentSize = maxSize / 4
    /// The bytes that an entry takes beside its bodies and its key, about.
    private static let overhead = 2_048

    private let store: (any Store)?
    private let lifetime: Duration
    private let state = NIOLockedValueBox(State())

    /// Creates a cache that watches `store` from the first content on that is made for it.
    init(of store: (any Store)?, lifetime: Duration) {
        (self.store, self.lifetime) = (store, lifetime)
    }

    /// The bytes of all entries.
    var size: Int { state.withLockedValue(\.size) }

    var targets: [String] { state.withLockedValue { Array($0.entries.keys) } }

    /// Returns the entry of that target; `nil` if there is none that can be used at `now`.
    func entry(of target: String, at now: ContinuousClock.Instant) -> Entry? {
        state.withLockedValue { $0.entries[target] }.flatMap { now < $0.end ? $0 : nil }
    }

    /// Returns the number under which content that is made from now on can be kept.
    func generation() -> Int {
        let isFirst = state.withLockedValue { state in
            defer { state.isWatching = true }
            return !state.isWatching
        }
        if isFirst, let watch = store?.watchChanges({ [weak self] in self?.empty() }) {
            state.withLockedValue { $0.watch = watch }
            // Others may have begun before the watch.
            empty()
        }
        return state.withLockedValue(\.generation)
    }

    /// Keeps content that was made after `generation` was read, unless something has changed since.
    func keep(_ content: EncodedContent, of target: String, route: String?, madeIn generation: Int) {
        let size = content.size + target.utf8.count + ResponseCache.overhead
        // A query has no meaning for such paths, and there are any number of them.
        guard content.size <= ResponseCache.maxContentSize, !target.utf8.contains(UInt8(ascii: "?")) else { return }
        let now = ContinuousClock.now
        let entry = Entry(content: content, route: route, end: now + lifetime, size: size)
        state.withLockedValue { state in
            guard state.generation == generation else { return }
            if now >= state.nextSweep { sweep(&state, now) }
            if let former = state.entries[target] { state.size -= former.size }
            if state.size + size > ResponseCache.maxSize { (state.entries, state.size) = ([:], 0) }
            state.entries[target] = entry
            state.size += size
        }
    }

    /// Removes everything, and keeps nothing that is being made.
    func empty() {
        // Released after the lock.
        let former = state.withLockedValue { state in
            defer { (state.entries, state.size, state.generation) = ([:], 0, state.generation + 1) }
            return state.entries
        }
        withExtendedLifetime(former) {}
    }

    private func sweep(_ state: inout State, _ now: ContinuousClock.Instant) {
        state.entries = state.entries.filter { now < $0.value.end }
        state.size = state.entries.values.reduce(0) { $0 + $1.size }
        state.nextSweep = now + lifetime
    }
}
