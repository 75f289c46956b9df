import Domain
import Foundation
import ShopHTTP
import TerminalText

/// An order that a guest confirmed. However often it is sent, its key makes it one order.
public struct OrderDraft: Hashable, Sendable {
    public let key: UUID
    /// Who orders.
    public let who: String
    /// At least one, at the prices that were shown.
    public let lines: [Cart.Line]
    /// What the guest was told that delivery costs.
    public let deliveryFee: Won

    public init(key: UUID, who: String, lines: [Cart.Line], deliveryFee: Won = Won(0)) {
        self.key = key
        self.who = who
        self.lines = lines
        self.deliveryFee = deliveryFee
    }

    /// What the guest agreed to pay.
    public var total: Won { Won(lines.reduce(deliveryFee.amount) { $0 + $1.total.amount }) }
}

extension OrderDraft {
    /// The order as it is sent. One dish is asked for in the short form, which every shop understands.
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
    private enum CodingKeys: CodingKey { case key, who, lines, deliveryFee, title, request }

    /// Reads what earlier versions wrote, too: one dish, as it is sent.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let key = try values.decode(UUID.self, forKey: .key)
        if let request = try values.decodeIfPresent(OrderRequest.self, forKey: .request) {
            let dish = SaleItem(
                OrderedItem(.menu, request.detailHash), title: try values.decode(PlainText.self, forKey: .title),
                price: request.unitPrice)
            self.init(key: key, who: request.who, lines: [Cart.Line(dish, quantity: request.quantity)])
        } else {
            self.init(
                key: key, who: try values.decode(String.self, forKey: .who),
                lines: try values.decode([Cart.Line].self, forKey: .lines),
                deliveryFee: try values.decode(Won.self, forKey: .deliveryFee))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(key, forKey: .key)
        try values.encode(who, forKey: .who)
        try values.encode(lines, forKey: .lines)
        try values.encode(deliveryFee, forKey: .deliveryFee)
    }
}

/// What a shop says of an order that it has. Shops that know no more of an order than this are understood, too.
public struct OrderReceipt: Hashable, Sendable, Decodable {
    /// The order's number.
    public let id: Int
    public let total: Won

    public init(id: Int, total: Won) {
        self.id = id
        self.total = total
    }
}

/// How an order went.
public enum OrderOutcome: Hashable, Sendable {
    /// The shop has it; what the shop wrote down, where it could be read.
    case stored(OrderReceipt?)
    /// The server could not take it now: it waits on this device and is delivered later.
    case kept(FetchFailure)
    /// The shop does not take it.
    case refused(OrderRefusal)
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
    /// These orders are on this device now and not at the shop: on their way, waiting, and refused, each the oldest first.
    /// Told one after the other; until it returns, the queue cannot be asked anything.
    func orderQueue(_ queue: OrderQueue, didChangeWaitingTo orders: [PendingOrder])
}
