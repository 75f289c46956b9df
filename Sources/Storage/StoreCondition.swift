/// The health of a store.
public protocol StoreCondition: Sendable {
    /// Checks whether the store can write, reopening the database if it is intact. Returns the problem, or `nil` if
    /// writing works. While no problem is known, nothing is written for the check.
    func examine() async -> StoreTrouble?

    /// Calls `onChange` when a problem begins or changes, and with `nil` when it is over, in that order and before any
    /// caller is answered; called at once with the present problem, if there is one. Only one watch at a time.
    func watchTrouble(_ onChange: @escaping @Sendable (StoreTrouble?) -> Void)

    /// Returns the load of its connection pools; empty for a store without any.
    func pools() -> [StorePool]

    /// Closes the store after all accepted work. Afterwards everything committed is in the database file itself, unless
    /// another program still has it open; later calls are refused.
    func close() async
}

/// The reason why a store cannot write, with what its operator needs to repair it.
public struct StoreTrouble: Hashable, Sendable {
    public let error: StoreError
    /// The location of the store.
    public let place: String
    /// The program that holds the lock, if it is known.
    public let holder: String?
    /// A path at which a deleted database can still be read as long as this program runs.
    public let remains: String?

    public init(_ error: StoreError, at place: String, holder: String? = nil, remains: String? = nil) {
        self.error = error
        self.place = place
        self.holder = holder
        self.remains = remains
    }
}
