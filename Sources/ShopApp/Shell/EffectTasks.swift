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
        var unstarted: Set<Key> = []
        /// Work that nothing takes the place of.
        var unstartedLasting: [Job] = []
    }

    private let state = NIOLockedValueBox(State())
    private let wakeUps: AsyncStream<Void>
    private let waker: AsyncStream<Void>.Continuation

    init() { (wakeUps, waker) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

    /// Has `work` done beside the loop; what is under way under that key is cancelled. Never waits.
    func start(_ key: Key, work: @escaping @Sendable () async -> Void) {
        state.withLockedValue { state in
            state.latest[key]?.cancellation.cancel()
            state.latest[key] = Job(work: work)
            state.unstarted.insert(key)
        }
        waker.yield()
    }

    /// Has `work` done beside the loop, whatever else is begun later. Never waits.
    func start(lasting work: @escaping @Sendable () async -> Void) {
        state.withLockedValue { $0.unstartedLasting.append(Job(work: work)) }
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
