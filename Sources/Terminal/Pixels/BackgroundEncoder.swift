import NIOConcurrencyHelpers
import Platform

/// Makes bytes for the terminal beside its thread, which is told when some are there.
final class BackgroundEncoder<Item: Sendable>: Sendable {
    private let results = NIOLockedValueBox<[(item: Item, commands: [[UInt8]])]>([])
    private let wakeUp: @Sendable () -> Void

    /// `wakeUp` is called on any thread once there is something to take.
    init(wakeUp: @escaping @Sendable () -> Void) { self.wakeUp = wakeUp }

    /// Has `encode` called soon, on another thread.
    func encode(_ item: Item, _ encode: @escaping @Sendable () -> [[UInt8]]) {
        Task(executorPreference: TaskThreadPool.shared) { [results, wakeUp] in
            let commands = encode()
            results.withLockedValue { $0.append((item, commands)) }
            wakeUp()
        }
    }

    /// What was made since this was last asked.
    func take() -> [(item: Item, commands: [[UInt8]])] {
        results.withLockedValue { results in
            defer { results = [] }
            return results
        }
    }
}
