import NIOConcurrencyHelpers
import ShopClient

/// Work that effects ask for, as child tasks of the loop: of each key one at a time, the newest. Leaving cancels all.
final class EffectTasks: Sendable {
    struct Key: Hashable, Sendable {
        let name: String
        init(_ name: String) { self.name = name }
    }

    private struct Job: Sendable {
        /// Different for each.
        let number: Int
        let cancellation = CancellationHandle()
        let work: @Sendable () async -> Void
    }

    private struct State {
        var jobs = 0
        var latest: [Key: Job] = [:]
        var unstarted: Set<Key> = []
        /// Work that nothing takes the place of.
        var unstartedLasting: [Job] = []

        mutating func nextNumber() -> Int {
            jobs += 1
            return jobs
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
            state.latest[key]?.cancellation.cancel()
            let number = state.nextNumber()
            state.latest[key] = Job(number: number) { [weak self] in
                guard let value = await work() else { return }
                self?.tellLatest(key, number) { tell(value) }
            }
            state.unstarted.insert(key)
        }
        waker.yield()
    }

    /// Under the lock: whoever is told of an earlier job after a later one would take it for what is so now.
    private func tellLatest(_ key: Key, _ number: Int, _ tell: () -> Void) {
        state.withLockedValue { if $0.latest[key]?.number == number { tell() } }
    }

    /// Has `work` done beside the loop, whatever else is begun later. Never waits.
    func start(lasting work: @escaping @Sendable () async -> Void) {
        state.withLockedValue { $0.unstartedLasting.append(Job(number: $0.nextNumber(), work: work)) }
        waker.yield()
    }

    /// Cancels what is under way under that key, or was about to begin. Never waits.
    func cancel(_ key: Key) {
        state.withLockedValue { state in
            state.latest.removeValue(forKey: key)?.cancellation.cancel()
            state.unstarted.remove(key)
        }
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
