import Domain
import Foundation
import ShopHTTP
import TerminalText

/// An order that a guest confirmed. Its idempotency key makes repeated sending have one effect.
public struct OrderDraft: Hashable, Sendable {
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
    /// The request body. One dish without a fee is sent in the short form, which every shop understands.
    enum Body: Encodable {
        case dish(OrderRequest)
        case lines(CartRequest)

        func encode(to encoder: any Encoder) throws {
            switch self {
            case .dish(let request): try request.encode(to: encoder)
            case .lines(let request): try request.encode(to: encoder)
            }
        }
    }

    var body: Body {
        if lines.count == 1, lines[0].item.id.counter == .menu, deliveryFee == Won(0) {
            let line = lines[0]
            return .dish(
                OrderRequest(
                    who: who, detailHash: line.item.id.id, quantity: line.quantity, unitPrice: line.item.price))
        }
        return .lines(
            CartRequest(
                who: who,
                lines: lines.map { CartLine(item: $0.item.id, quantity: $0.quantity, unitPrice: $0.item.price) },
                deliveryFee: deliveryFee))
    }
}

extension OrderDraft: Codable {
    private enum CodingKeys: CodingKey { case key, who, lines, deliveryFee }
    /// The keys that only earlier versions encoded.
    private enum EarlierKeys: CodingKey { case title, request }

    /// Decodes the format of earlier versions as well: one dish, in the form of the request.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let key = try values.decode(UUID.self, forKey: .key)
        let earlier = try decoder.container(keyedBy: EarlierKeys.self)
        if let request = try earlier.decodeIfPresent(OrderRequest.self, forKey: .request) {
            let dish = SaleItem(
                OrderedItem(.menu, request.detailHash), title: try earlier.decode(PlainText.self, forKey: .title),
                price: request.unitPrice)
            self.init(key: key, who: request.who, lines: [Cart.Line(dish, quantity: request.quantity)])
        } else {
            self.init(
                key: key, who: try values.decode(String.self, forKey: .who),
                lines: try values.decode([Cart.Line].self, forKey: .lines),
                deliveryFee: try values.decode(Won.self, forKey: .deliveryFee))
        }
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

/// A report of an order to the delegate.
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

/// Receives the results of orders, on any thread.
public protocol OrderQueueDelegate: AnyObject, Sendable {
    /// An order was completed, or is stored until it can be. A stored one is reported again when it is completed.
    func orderQueue(_ queue: OrderQueue, didComplete report: OrderReport)
    /// The orders that are on this device and not at the shop changed: being sent, waiting, and refused, each oldest
    /// first. Calls are serialised and made under the queue's lock, so the method must not call the queue.
    func orderQueue(_ queue: OrderQueue, didChangeWaitingTo orders: [PendingOrder])
}
