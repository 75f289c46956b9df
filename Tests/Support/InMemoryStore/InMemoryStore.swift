import Domain
import Foundation
import NIOConcurrencyHelpers
import Storage

/// A store that keeps everything in memory. It serves tests of the store's rules, and shows that the rules depend on no
/// database.
public final class InMemoryStore: Store {
    private struct State {
        var tables = InMemoryTables()
        var watchers: [UUID: @Sendable () -> Void] = [:]
        var isClosed = false
    }

    private let state = NIOLockedValueBox(State())

    public init() {}

    public func transaction<Value: Sendable>(
        _ body: @escaping @Sendable (any StoreTransaction) throws -> Value
    ) async throws -> Value {
        let (value, watchers) = try state.withLockedValue { state in
            guard !state.isClosed else { throw StoreError.overloaded }
            let transaction = InMemoryTransaction(state.tables)
            let value = try body(transaction)
            let hasNewVersions = state.tables.sections.last != transaction.tables.sections.last
            state.tables = transaction.tables
            return (value, hasNewVersions ? Array(state.watchers.values) : [])
        }
        for onChange in watchers { onChange() }
        return value
    }

    public func read<Value: Sendable>(
        _ body: @escaping @Sendable (any StoreReader) throws -> Value
    ) async throws -> Value {
        let tables = try state.withLockedValue { state in
            guard !state.isClosed else { throw StoreError.overloaded }
            return state.tables
        }
        return try body(InMemoryTransaction(tables))
    }

    public func watchChanges(_ onChange: @escaping @Sendable () -> Void) -> any ChangeWatch {
        let id = UUID()
        state.withLockedValue { $0.watchers[id] = onChange }
        return Watch { [state] in state.withLockedValue { $0.watchers[id] = nil } }
    }

    public func examine() async -> StoreTrouble? { nil }

    public func watchTrouble(_ onChange: @escaping @Sendable (StoreTrouble?) -> Void) {}

    public func pools() -> [StorePool] { [] }

    public func close() async { state.withLockedValue { $0.isClosed = true } }

    private final class Watch: ChangeWatch {
        private let onCancel: @Sendable () -> Void

        init(onCancel: @escaping @Sendable () -> Void) { self.onCancel = onCancel }

        deinit { cancel() }

        func cancel() { onCancel() }
    }
}
