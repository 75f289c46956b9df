import Domain
import Foundation
import TerminalText

/// An order that is about to be kept.
public struct NewOrder: Hashable, Sendable {
    public let who: PlainText
    /// At least one, at the prices that are charged.
    public let lines: [OrderLine]
    public let deliveryFee: Won
    /// `received`, or `handedOver` for one that is not followed.
    public let state: OrderState
    /// The terminal that placed it; `nil` where it did not say.
    public let session: UUID?
    /// Kept in whole seconds.
    public let placedAt: Date
    /// Whether a message about it goes into the outbox.
    public let isAnnounced: Bool

    public init(
        who: PlainText, lines: [OrderLine], deliveryFee: Won = Won(0), state: OrderState = .received,
        session: UUID? = nil, placedAt: Date, isAnnounced: Bool
    ) {
        self.who = who
        self.lines = lines
        self.deliveryFee = deliveryFee
        self.state = state
        self.session = session
        self.placedAt = placedAt
        self.isAnnounced = isAnnounced
    }

    /// The order under that number, as it is placed.
    public func placed(as id: Int) -> Order {
        let time = Date(timeIntervalSince1970: placedAt.timeIntervalSince1970.rounded(.down))
        return Order(
            id: id, who: who, lines: lines, deliveryFee: deliveryFee, steps: [.first(state, at: time)], placedAt: time)
    }
}

extension OrderStep {
    /// The step that an order begins with.
    static func first(_ state: OrderState, at time: Date) -> OrderStep {
        OrderStep(state, at: time, by: state == .handedOver ? .machine : .guest)
    }
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
    public let order: Order
    /// How often it was claimed.
    public var attempts: Int
    /// It is not sent before that time,
    public var nextAt: Date
    /// nor by anybody else before this one.
    public var leasedUntil: Date
    /// When it was given up; `nil` for one that is still to be sent.
    public var failedAt: Date?

    public init(
        id: Int, order: Order, attempts: Int, nextAt: Date, leasedUntil: Date, failedAt: Date? = nil
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
