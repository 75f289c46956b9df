import NIOConcurrencyHelpers
import Platform
import ShopClient

/// Runs the asynchronous work of effects as child tasks of the loop. For each key only the newest job runs. When
/// `run()` ends, all jobs are cancelled.
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
        /// The number of starts and cancellations per key.
        var starts: [Key: Int] = [:]
        var unstarted: Set<Key> = []
        /// Jobs without a key, which are never replaced.
        var unstartedLasting: [Job] = []

        /// Cancels the running or unstarted job of that key. Returns the number of the next start.
        mutating func end(_ key: Key) -> Int {
            latest.removeValue(forKey: key)?.cancellation.cancel()
            unstarted.remove(key)
            let start = starts[key, default: 0] + 1
            starts[key] = start
            return start
        }
    }

    private let state = NIOLockedValueBox(State())
    private let steps = StepRunner()

    /// Runs `work` outside the main loop and calls `tell` with its result. The previous job of the same key is
    /// cancelled, and its result is dropped from here on. Never blocks.
    func start<Value: Sendable>(
        _ key: Key, work: @escaping @Sendable () async -> Value?, telling tell: @escaping @Sendable (Value) -> Void
    ) {
        state.withLockedValue { state in
            let start = state.end(key)
            state.latest[key] = Job { [weak self] in
                guard let value = await work() else { return }
                self?.runIfLatest(key, start) { tell(value) }
            }
            state.unstarted.insert(key)
        }
        steps.wake()
    }

    /// Calls `tell` only for the latest start. The lock is held meanwhile: otherwise the result of an earlier job could
    /// be delivered after that of a later one and be taken for the current state.
    private func runIfLatest(_ key: Key, _ start: Int, _ tell: () -> Void) {
        state.withLockedValue { if $0.starts[key] == start { tell() } }
    }

    /// Runs `work` outside the main loop; no later job replaces it. Never blocks.
    func start(lasting work: @escaping @Sendable () async -> Void) {
        state.withLockedValue { $0.unstartedLasting.append(Job(work: work)) }
        steps.wake()
    }

    /// Cancels the running or unstarted job of that key. Never blocks.
    func cancel(_ key: Key) {
        state.withLockedValue { _ = $0.end(key) }
    }

    /// Runs jobs until its task is cancelled.
    func run() async {
        await steps.run {
            takeUnstarted()
        } perform: {
            await $0.cancellation.run($0.work)
        }
    }

    private func takeUnstarted() -> [Job] {
        state.withLockedValue { state in
            defer { (state.unstarted, state.unstartedLasting) = ([], []) }
            return state.unstarted.compactMap { state.latest[$0] } + state.unstartedLasting
        }
    }
}
