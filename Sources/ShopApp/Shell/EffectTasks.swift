import NIOConcurrencyHelpers
import ShopClient

/// Work that effects ask for, as child tasks of the loop: of each key one at a time, the newest. Leaving cancels all.
final class EffectTasks: Sendable {
    struct Key: Hashable, Sendable {
        let name: String
        init(_ name: String) { self.name = name }
    }

    private struct Job: Sendable {
        let cancellation = CancellationHandle()
        let work: @Sendable () async -> Void
    }

    private struct State {
        var latest: [Key: Job] = [:]
        /// How often something was started or cancelled under each key.
        var starts: [Key: Int] = [:]
        var unstarted: Set<Key> = []
        /// Work that nothing takes the place of.
        var unstartedLasting: [Job] = []

        /// Cancels what is under way under that key, or was about to begin. Returns the number of what comes next.
        mutating func end(_ key: Key) -> Int {
            latest.removeValue(forKey: key)?.cancellation.cancel()
            unstarted.remove(key)
            let start = starts[key, default: 0] + 1
            starts[key] = start
            return start
        }
    }

    private let state = NIOLockedValueBox(State())
    private let wakeUps: AsyncStream<Void>
    private let waker: AsyncStream<Void>.Continuation

    init() { (wakeUps, waker) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

    /// Has `work` done beside the loop, and `tell` called with what came of it; what is under way under that key is
    /// cancelled, and nothing is told of it from here on. Never waits.
    func start<Value: Sendable>(
        _ key: Key, work: @escaping @Sendable () async -> Value?, telling tell: @escaping @Sendable (Value) -> Void
    ) {
        state.withLockedValue { state in
            let start = state.end(key)
            state.latest[key] = Job { [weak self] in
                guard let value = await work() else { return }
                self?.tellLatest(key, start) { tell(value) }
            }
            state.unstarted.insert(key)
        }
        waker.yield()
    }

    /// Under the lock: whoever is told of an earlier job after a later one would take it for what is so now.
    private func tellLatest(_ key: Key, _ start: Int, _ tell: () -> Void) {
        state.withLockedValue { if $0.starts[key] == start { tell() } }
    }

    /// Has `work` done beside the loop, whatever else is begun later. Never waits.
    func start(lasting work: @escaping @Sendable () async -> Void) {
        state.withLockedValue { $0.unstartedLasting.append(Job(work: work)) }
        waker.yield()
    }

    /// Cancels what is under way under that key, or was about to begin. Never waits.
    func cancel(_ key: Key) {
        state.withLockedValue { _ = $0.end(key) }
    }

    /// Does what is asked for until its task is cancelled. Only once.
    func run() async {
        await withDiscardingTaskGroup { group in
            for await _ in wakeUps {
                for job in takeUnstarted() {
                    group.addTask { await job.cancellation.run(job.work) }
                }
            }
            group.cancelAll()
        }
    }

    private func takeUnstarted() -> [Job] {
        state.withLockedValue { state in
            defer { (state.unstarted, state.unstartedLasting) = ([], []) }
            return state.unstarted.compactMap { state.latest[$0] } + state.unstartedLasting
        }
    }
}
