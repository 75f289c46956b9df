import NIOConcurrencyHelpers
import Platform

/// Coalesces concurrent requests for the same work: it runs once for all callers that asked before it began. A value is
/// therefore never older than the request for it.
final class SharedWork<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private typealias Run = Task<Value, any Error>

    private struct Runs {
        /// The run that has not begun yet; new callers share it.
        var next: Run?
        var present: Run?
    }

    private let runs = NIOLockedValueBox<[Key: Runs]>([:])

    /// Returns the result of `work`, which begins after this call. If several callers pass a `work` for one key, any
    /// one of them may run.
    func value(of key: Key, _ work: @escaping @Sendable () async throws -> Value) async throws -> Value {
        let run = runs.withLockedValue { all in
            let runs = all[key] ?? Runs()
            if let next = runs.next { return next }
            let next = Run(executorPreference: TaskThreadPool.shared) { [self] in
                _ = await runs.present?.result
                begin(key)
                defer { end(key) }
                return try await work()
            }
            all[key, default: Runs()].next = next
            return next
        }
        return try await run.value
    }

    private func begin(_ key: Key) {
        runs.withLockedValue { $0[key] = Runs(present: $0[key]?.next) }
    }

    private func end(_ key: Key) {
        runs.withLockedValue { all in
            all[key]?.present = nil
            if all[key]?.next == nil { all[key] = nil }
        }
    }
}
