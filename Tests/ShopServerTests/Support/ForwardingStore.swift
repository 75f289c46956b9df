import Storage

/// A store that forwards to another one everything that it does not implement itself.
protocol ForwardingStore: Store {
    var store: any Store { get }
}

extension ForwardingStore {
    func transaction<Value: Sendable>(
        _ body: @escaping @Sendable (any StoreTransaction) throws -> Value
    ) async throws -> Value { try await store.transaction(body) }

    func watchChanges(_ onChange: @escaping @Sendable () -> Void) -> any ChangeWatch { store.watchChanges(onChange) }
    func examine(tries: Bool) async -> StoreTrouble? { await store.examine(tries: tries) }
    func clearLog() async -> Bool { await store.clearLog() }
    var trouble: StoreTrouble? { store.trouble }
    func watchTrouble(_ onChange: @escaping @Sendable (StoreTrouble?) -> Void) { store.watchTrouble(onChange) }
    func pools() -> [StorePool] { store.pools() }
    func close() async { await store.close() }
}
