import Domain
import Foundation
import ShopHTTP
import TerminalText

/// An order that a guest confirmed. Its idempotency key makes repeated sending have one effect.
public struct OrderDraft: Hashable, Sendable, Codable {
    public let key: UUID
    /// The guest's name.
    public let who: String
    /// The lines, at least one, at the prices that were shown.
    public let lines: [Cart.Line]
    /// The delivery fee that was shown to the guest.
    public let deliveryFee: Won

    public init(key: UUID, who: String, lines: [Cart.Line], deliveryFee: Won = Won(0)) {
        self.key = key
        self.who = who
        self.lines = lines
        self.deliveryFee = deliveryFee
    }

    /// The total that the guest agreed to pay.
    public var total: Won { Won(lines.reduce(deliveryFee.amount) { $0 + $1.total.amount }) }
}

extension OrderDraft {
    /// The request body: what the guest was shown.
    var request: OrderRequest {
        OrderRequest(
            who: who,
            lines: lines.map {
                OrderRequest.Line(
                    item: $0.item.item, title: $0.item.title, quantity: $0.quantity, unitPrice: $0.item.price)
            },
            deliveryFee: deliveryFee)
    }
}

/// A shop's confirmation of an order. Has only the fields that every version of the shop sends.
public struct OrderReceipt: Hashable, Sendable, Decodable {
    /// The order's number.
    public let id: Int
    public let total: Won

    public init(id: Int, total: Won) {
        self.id = id
        self.total = total
    }
}

/// The result of an order.
public enum OrderOutcome: Hashable, Sendable {
    /// The shop stored the order. The receipt is `nil` if the answer could not be read.
    case stored(OrderReceipt?)
    /// The server could not accept it now: it is stored on this device and delivered later.
    case kept(FetchFailure)
    /// The shop refused the order.
    case refused(OrderRefusal)
    /// The server could not accept it now, and it could not be stored on this device: the order is lost.
    case notSaved(FetchFailure)
}

/// How an order ended, or why it waits.
public struct OrderReport: Hashable, Sendable {
    public let draft: OrderDraft
    public let outcome: OrderOutcome
    /// Whether the order had been stored on this device before.
    public let isLate: Bool

    public init(draft: OrderDraft, outcome: OrderOutcome, isLate: Bool) {
        self.draft = draft
        self.outcome = outcome
        self.isLate = isLate
    }
}

/// What a queue of orders reports.
public enum OrderEvent: Sendable {
    /// An order was completed, or is stored until it can be. A stored one is reported again when it is completed.
    case completed(OrderReport)
    /// The orders that are on this device and not at the shop changed: being sent, waiting, and refused, each oldest
    /// first.
    case waitingChanged([PendingOrder])
    /// Stored orders cannot be read, because a version of the program with another format wrote them or because they are
    /// damaged. They are not sent; `files` are the paths to which they were moved, at least one.
    case setAside(_ files: [String])
}
