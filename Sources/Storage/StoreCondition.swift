/// Whether a store can keep anything.
public protocol StoreCondition: Sendable {
    /// Looks whether something can be kept now, and opens anew what is whole. Returns why not; `nil` where it can. While
    /// nothing is known to be wrong, nothing is written for that.
    func examine() async -> StoreTrouble?

    /// Calls `onChange` when trouble begins, when it becomes another, and with `nil` when it is over, in that order and
    /// before anybody is answered; with the present trouble at once, where there is any. One watch at a time.
    func watchTrouble(_ onChange: @escaping @Sendable (StoreTrouble?) -> Void)

    /// How busy its connections are now; none for a store without any.
    func pools() -> [StorePool]

    /// Ends the store once everything that was asked is done. Afterwards, what was asked to be kept is in its one place, as
    /// far as no other program has it open; what is asked later is refused.
    func close() async
}

/// Why a store cannot keep anything, with what its operator needs to mend that.
public struct StoreTrouble: Hashable, Sendable {
    public let error: StoreError
    /// Where the store is.
    public let place: String
    /// The program that holds it, where it is known.
    public let holder: String?
    /// Where everything that was kept can still be read as long as this program runs, though it is gone from its place.
    public let remains: String?

    public init(_ error: StoreError, at place: String, holder: String? = nil, remains: String? = nil) {
        self.error = error
        self.place = place
        self.holder = holder
        self.remains = remains
    }
}
