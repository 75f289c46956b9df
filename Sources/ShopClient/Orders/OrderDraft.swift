import Domain
import Foundation
import ShopHTTP
import TerminalText

/// An order that a guest confirmed. However often it is sent, its key makes it one order.
public struct OrderDraft: Hashable, Sendable, Codable {
    public let key: UUID
    /// The dish, for telling how it went.
    public let title: PlainText
    public let request: OrderRequest

    public init(key: UUID, title: PlainText, request: OrderRequest) {
        self.key = key
        self.title = title
        self.request = request
    }

    /// What the guest agreed to pay.
    public var total: Won { Won(request.unitPrice.amount * request.quantity) }
}

/// How an order went.
public enum OrderOutcome: Hashable, Sendable {
    /// The shop has it; what the shop wrote down, where it could be read.
    case stored(PlacedOrder?)
    /// The server could not take it now: it waits on this device and is delivered later.
    case kept(FetchFailure)
    /// The shop does not take it, with this status; `price` where that is what changed.
    case refused(status: Int, price: Won?)
    /// The server could not take it now, and this device could not keep it: nothing of it is left.
    case notKept(FetchFailure)
}

/// What a delegate hears of an order.
public struct OrderReport: Hashable, Sendable {
    public let draft: OrderDraft
    public let outcome: OrderOutcome
    /// Whether it had waited on this device before.
    public let isLate: Bool

    public init(draft: OrderDraft, outcome: OrderOutcome, isLate: Bool) {
        self.draft = draft
        self.outcome = outcome
        self.isLate = isLate
    }
}

/// Whoever wants to know how orders go, on any thread.
public protocol OrderQueueDelegate: AnyObject, Sendable {
    /// An order was completed, or is kept until it can be. A kept one is told of again when it was delivered.
    func orderQueue(_ queue: OrderQueue, didComplete report: OrderReport)
    /// So many orders wait on this device now.
    func orderQueue(_ queue: OrderQueue, didChangeWaitingTo count: Int)
}
