import NIOConcurrencyHelpers
import Platform

/// Encodes output for the terminal on other threads, and signals the terminal's thread when results are ready.
final class AsyncEncoder<Item: Sendable>: Sendable {
    private let results = NIOLockedValueBox<[(item: Item, commands: [[UInt8]])]>([])
    private let wakeUp: @Sendable () -> Void

    /// `wakeUp` is called on any thread when results are ready.
    init(wakeUp: @escaping @Sendable () -> Void) { self.wakeUp = wakeUp }

    /// Calls `encode` soon on another thread, and stores its result for `take()`.
    func encode(_ item: Item, _ encode: @escaping @Sendable () -> [[UInt8]]) {
        Task(executorPreference: TaskThreadPool.shared) { [results, wakeUp] in
            let commands = encode()
            results.withLockedValue { $0.append((item, commands)) }
            wakeUp()
        }
    }

    /// Returns the results since the last call.
    func take() -> [(item: Item, commands: [[UInt8]])] {
        results.withLockedValue { results in
            defer { results = [] }
            return results
        }
    }
}
