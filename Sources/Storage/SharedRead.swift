import NIOConcurrencyHelpers

/// Coalesces reads: one read answers everybody who asked before it began. A thousand terminals that are told of one
/// change ask for the same at once.
public final class SharedRead<Value: Sendable>: Sendable {
    private typealias Caller = CheckedContinuation<Result<Value, any Error>?, Never>

    /// The maximum number of waiting callers; more are refused.
    private static var maxWaiting: Int { 8_192 }

    private let body: @Sendable (any StoreReader) throws -> Value
    /// The callers for whom a read is about to begin; `nil` if none is.
    private let waiting = NIOLockedValueBox<[Caller]?>(nil)

    public init(_ body: @escaping @Sendable (any StoreReader) throws -> Value) { self.body = body }

    /// Returns the value that a read of `store` finds that begins after this call.
    public func value(in store: any Store) async throws -> Value {
        while true {
            if isFirst() { return try await read(store) }
            if let outcome = await joined() { return try outcome.get() }
        }
    }

    /// Whether the caller has to read, since no read is about to begin.
    private func isFirst() -> Bool {
        waiting.withLockedValue { waiting in
            defer { waiting = waiting ?? [] }
            return waiting == nil
        }
    }

    /// Reads for the caller and for all who join before the read begins.
    private func read(_ store: any Store) async throws -> Value {
        let callers = NIOLockedValueBox<[Caller]?>(nil)
        let outcome: Result<Value, any Error>
        do {
            outcome = .success(
                try await store.read { [self] reader in
                    callers.withLockedValue { $0 = $0 ?? takeWaiting() }
                    return try body(reader)
                })
        } catch {
            outcome = .failure(error)
        }
        for asker in callers.withLockedValue({ $0 }) ?? takeWaiting() { asker.resume(returning: outcome) }
        return try outcome.get()
    }

    /// Returns the result of the shared read, or `nil` if that read had begun already.
    private func joined() async -> Result<Value, any Error>? {
        await withCheckedContinuation { asker in
            let refusal: Result<Value, any Error>?? = waiting.withLockedValue { waiting in
                guard let count = waiting?.count else { return .some(nil) }
                guard count < SharedRead.maxWaiting else { return .failure(StoreError.overloaded) }
                waiting?.append(asker)
                return nil
            }
            if let refusal { asker.resume(returning: refusal) }
        }
    }

    private func takeWaiting() -> [Caller] {
        waiting.withLockedValue { waiting in
            defer { waiting = nil }
            return waiting ?? []
        }
    }
}
