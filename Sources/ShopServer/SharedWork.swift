import NIOConcurrencyHelpers
import Platform

/// Does something once for everybody who asked for the same before it began: what is read for somebody is never older
/// than the asking.
final class SharedWork<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private typealias Run = Task<Value, any Error>

    private struct Runs {
        /// Not begun: whoever comes shares it.
        var next: Run?
        var present: Run?
    }

    private let runs = NIOLockedValueBox<[Key: Runs]>([:])

    /// What `work` comes to, which is begun after this call. Of several `work` for one key any may be the one that is done.
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
