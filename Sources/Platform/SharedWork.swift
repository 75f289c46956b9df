import NIOConcurrencyHelpers

/// Coalesces concurrent requests for the same work: it runs once for all callers that asked before it began. A value is
/// therefore never older than the request for it.
///
/// The work runs in the task of one of its callers, without another thread. Callers that wait take nothing else; their
/// number is that of the tasks that ask.
public final class SharedWork<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    /// Resumed with the outcome, or with `nil` if the caller has to do the work itself.
    private typealias Caller = CheckedContinuation<Result<Value, any Error>?, Never>

    /// The callers besides the one that works: those that asked before it began, and those that asked since.
    private struct Run {
        var sharing: ArraySlice<Caller> = []
        var waiting: ArraySlice<Caller> = []
    }

    private let runs = NIOLockedValueBox<[Key: Run]>([:])

    public init() {}

    /// Returns the result of `work`, which begins after this call. If several callers pass a `work` for one key, any
    /// one of them may run.
    public func value(of key: Key, _ work: () async throws -> Value) async throws -> Value {
        if let outcome = await joined(key) { return try outcome.get() }
        let outcome: Result<Value, any Error>
        do {
            outcome = .success(try await work())
        } catch {
            outcome = .failure(error)
        }
        finish(key, outcome)
        return try outcome.get()
    }

    /// Returns the outcome of the others' work, or `nil` if the caller has to work.
    private func joined(_ key: Key) async -> Result<Value, any Error>? {
        await withCheckedContinuation { caller in
            let isFirst = runs.withLockedValue { runs in
                guard runs[key] != nil else {
                    runs[key] = Run()
                    return true
                }
                runs[key]?.waiting.append(caller)
                return false
            }
            if isFirst { caller.resume(returning: nil) }
        }
    }

    /// Reports the outcome to those that share it, and has the first of the others begin.
    private func finish(_ key: Key, _ outcome: Result<Value, any Error>) {
        // The failure of a cancelled task is its own: the others try again.
        let isOwn = if case .failure = outcome { Task.isCancelled } else { false }
        let (sharing, next) = runs.withLockedValue { runs in
            let run = runs[key] ?? Run()
            let waiting = isOwn ? run.sharing + run.waiting : run.waiting
            runs[key] = waiting.isEmpty ? nil : Run(sharing: waiting.dropFirst())
            return (isOwn ? [] : run.sharing, waiting.first)
        }
        for caller in sharing { caller.resume(returning: outcome) }
        next?.resume(returning: nil)
    }
}
