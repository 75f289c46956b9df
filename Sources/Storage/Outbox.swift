import Domain
import Foundation

/// What there is to send.
public enum OutboxClaim: Hashable, Sendable {
    /// A message, which nobody else sends meanwhile.
    case message(OutboxMessage)
    /// Nothing before that time.
    case later(Date)
    /// Nothing until another order is kept.
    case nothing
}

/// An order that is to be announced.
public struct OutboxMessage: Hashable, Sendable, Identifiable {
    public let id: Int
    public let order: LedgerOrder
    /// How often it was claimed, this time included.
    public let attempts: Int

    public init(id: Int, order: LedgerOrder, attempts: Int) {
        self.id = id
        self.order = order
        self.attempts = attempts
    }
}

/// What became of a message.
public enum OutboxOutcome: Hashable, Sendable {
    /// It arrived and is forgotten.
    case delivered
    /// It is to be sent again at that time, not before; the others may go first.
    case again(at: Date)
    /// Nothing at all is to be sent before that time; then this one again.
    case pause(until: Date)
    /// It is not sent any more, and kept.
    case failed
}
