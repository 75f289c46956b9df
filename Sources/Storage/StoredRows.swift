import Domain
import Foundation

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
    /// Whether a message about it goes into the outbox.
    public let isAnnounced: Bool

    public init(
        counter: SalesCounter, who: String, title: String, quantity: Int, unitPrice: Won, placedAt: Date,
        isAnnounced: Bool
    ) {
        self.counter = counter
        self.who = who
        self.title = title
        self.quantity = quantity
        self.unitPrice = unitPrice
        self.placedAt = placedAt
        self.isAnnounced = isAnnounced
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

/// An idempotency key that was used.
public struct StoredKey: Hashable, Sendable {
    public enum Outcome: Hashable, Sendable {
        /// The order of that number was kept.
        case order(Int)
        /// This was answered, as JSON.
        case answer(String)
    }

    /// What was asked for under it.
    public let request: String
    public let outcome: Outcome

    public init(request: String, outcome: Outcome) {
        self.request = request
        self.outcome = outcome
    }
}

/// An order that is to be announced. Times are kept in whole milliseconds.
public struct OutboxMessage: Hashable, Sendable, Identifiable {
    public let id: Int
    public let order: StoredOrder
    /// How often it was claimed.
    public var attempts: Int
    /// It is not sent before that time,
    public var nextAt: Date
    /// nor by anybody else before this one.
    public var leasedUntil: Date
    /// When it was given up; `nil` for one that is still to be sent.
    public var failedAt: Date?

    public init(
        id: Int, order: StoredOrder, attempts: Int, nextAt: Date, leasedUntil: Date, failedAt: Date? = nil
    ) {
        self.id = id
        self.order = order
        self.attempts = attempts
        self.nextAt = nextAt
        self.leasedUntil = leasedUntil
        self.failedAt = failedAt
    }
}

/// The money of one terminal in the drinks machine. What was inserted is spent, returned, or still there.
public struct MachineSession: Hashable, Sendable, Identifiable {
    public let id: UUID
    public var balance = Won(0)
    public var inserted = Won(0)
    public var spent = Won(0)
    public var returned = Won(0)
    /// How often something was bought.
    public var purchases = 0
    /// The number of its latest change among those of all sections.
    public var number = 0

    public init(id: UUID) { self.id = id }
}

/// One record of a module's table.
public struct StoredRecord: Hashable, Sendable {
    public let key: String
    public let value: String

    public init(key: String, value: String) {
        self.key = key
        self.value = value
    }
}
