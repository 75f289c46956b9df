import Domain
import Foundation

/// Where the shop keeps its orders, its stock, its drinks machine and its sections' versions for good. Everything that a server has to remember goes through this, so that
/// another kind of storage is another implementation and nothing else.
public protocol Ledger: StockLedger, DrinksLedger, SectionLedger, LedgerCondition {
    /// Keeps the order, together with its idempotency key, what it takes from the stock and, where it is to be
    /// announced, its message in the outbox: all of it or nothing. Returns only when it would survive a loss of power.
    func place(_ placing: NewOrder) async throws(LedgerError) -> OrderOutcome

    /// What was answered to `key` before; `nil` when it is new.
    func placement(of key: IdempotencyKey) async throws(LedgerError) -> OrderOutcome?

    /// At most `limit` orders, oldest first, that came after the one with the number `id`.
    func orders(after id: Int, limit: Int) async throws(LedgerError) -> [LedgerOrder]

    /// Takes the oldest message that is due at `now`, so that nobody else gets it before the lease has run out. No two
    /// messages are handed out within `pace` of each other, whoever asks.
    func claimMessage(at now: Date, lease: Duration, pace: Duration) async throws(LedgerError) -> OutboxClaim

    /// Notes what became of a message that was claimed. Of one that somebody else claimed since, only
    /// the delivery is noted.
    func settle(_ message: OutboxMessage, _ outcome: OutboxOutcome) async throws(LedgerError)
}

/// An order that is about to be kept.
public struct NewOrder: Hashable, Sendable {
    public let counter: SalesCounter
    public let who: String
    public let title: String
    public let quantity: Int
    /// What one costs, which is what is charged for it.
    public let unitPrice: Won
    /// Kept in whole seconds.
    public let placedAt: Date
    public let key: IdempotencyKey
    /// Whether a message about it goes into the outbox.
    public let isAnnounced: Bool
    /// The juice to make for it; `nil` for what needs no stock.
    public let juice: JuicePreparation?

    public init(
        counter: SalesCounter, who: String, title: String, quantity: Int, unitPrice: Won, placedAt: Date,
        key: IdempotencyKey, isAnnounced: Bool, juice: JuicePreparation? = nil
    ) {
        self.counter = counter
        self.who = who
        self.title = title
        self.quantity = quantity
        self.unitPrice = unitPrice
        self.placedAt = placedAt
        self.key = key
        self.isAnnounced = isAnnounced
        self.juice = juice
    }

    public var total: Won { Won(unitPrice.amount * quantity) }
}

/// What makes a request that is made again the same request.
public struct IdempotencyKey: Hashable, Sendable {
    public let id: UUID
    /// What was asked for under it, written so that equal requests are equal texts.
    public let request: String

    public init(id: UUID, request: String) {
        self.id = id
        self.request = request
    }
}

/// What keeping an order came to.
public enum OrderOutcome: Hashable, Sendable {
    /// It is kept now.
    case placed(PlacedOrder)
    /// It was kept before, by the same request under the same key.
    case repeated(PlacedOrder)
    /// The key belongs to another request.
    case keyTaken
    /// There is too little fruit for it; nothing changed.
    case short(Shortage)
}
