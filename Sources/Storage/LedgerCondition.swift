/// Whether a ledger can keep anything.
public protocol LedgerCondition: Sendable {
    /// Looks whether something can be kept now, and opens anew what is whole. Returns why not; `nil` where it can. While
    /// nothing is known to be wrong, nothing is written for that.
    func examine() async -> LedgerTrouble?

    /// Calls `onChange` when trouble begins, when it becomes another, and with `nil` when it is over, in that order and
    /// before anybody is answered; with the present trouble at once, where there is any. One watch at a time.
    func watchTrouble(_ onChange: @escaping @Sendable (LedgerTrouble?) -> Void)

    /// Ends it once everything that was asked is done. Afterwards, the one file is everything, as far as no other program has
    /// it open; what is asked later is refused.
    func close() async
}

/// Why a ledger cannot keep anything, with what its operator needs to mend that.
public struct LedgerTrouble: Hashable, Sendable {
    public let error: LedgerError
    /// Where the ledger is.
    public let place: String
    /// The program that holds it, where it is known.
    public let holder: String?
    /// Where everything that was kept can still be read as long as this program runs, though it is gone from its place.
    public let remains: String?

    public init(_ error: LedgerError, at place: String, holder: String? = nil, remains: String? = nil) {
        self.error = error
        self.place = place
        self.holder = holder
        self.remains = remains
    }
}
