import Foundation
import TerminalText

/// An order that the shop keeps, and how far it is: the answer to `POST /orders`, and an entry of every list of orders.
///
/// On the wire the keys of an order of one line stand beside its own: `counter`, `title`, `quantity` and `unit_price`.
/// Of several lines, or with a delivery fee, `title` joins theirs, `counter` is the first one's, `quantity` is 1 and
/// `unit_price` the total.
public struct Order: Hashable, Sendable, Identifiable {
    /// Grows with every order of the shop.
    public let id: Int
    public let who: PlainText
    /// From 1 to 50 (`mostLines`).
    public let lines: [OrderLine]
    public let deliveryFee: Won
    /// Every state that it reached, oldest first; at least one. Of a long history the first one and the latest ones.
    public private(set) var steps: [OrderStep]
    /// Why the keeper cancelled it.
    public private(set) var reason: PlainText?
    @WireTime public var placedAt: Date

    /// `steps` has at least one.
    public init(
        id: Int, who: PlainText, lines: [OrderLine], deliveryFee: Won = Won(0), steps: [OrderStep],
        reason: PlainText? = nil, placedAt: Date
    ) {
        self.id = id
        self.who = who
        self.lines = lines
        self.deliveryFee = deliveryFee
        self.steps = steps
        self.reason = reason
        _placedAt = WireTime(wrappedValue: placedAt)
    }

    public static let mostLines = 50
    /// Characters of the reason for which a keeper cancels.
    public static let reasons = 1...200
    private static let mostSteps = 100

    public var state: OrderState { steps.last?.state ?? .received }

    /// What all lines cost together, without delivery.
    public var subtotal: Won { Won(lines.reduce(0) { $0 + $1.total.amount }) }

    /// What is charged altogether.
    public var total: Won { Won(subtotal.amount + deliveryFee.amount) }

    /// Whether it moves at all. What the drinks machine sold was handed over at once and stays so.
    public var isFollowed: Bool { steps.first?.state == .received }

    /// The states that `actor` may move it to now.
    public func arrows(for actor: OrderActor) -> Set<OrderState> { isFollowed ? state.arrows(for: actor) : [] }

    /// Moves it along an arrow of `actor`'s. A keeper cancels with a reason; elsewhere there is none.
    public mutating func move(
        to state: OrderState, by actor: OrderActor, at time: Date, reason: PlainText? = nil
    ) throws(OrderMoveError) {
        guard arrows(for: actor).contains(state) else { throw .noSuchArrow(from: self.state) }
        if state == .cancelled, actor == .keeper {
            guard let reason, Order.reasons.contains(reason.string.count) else { throw .noReason }
            self.reason = reason
        }
        if steps.count == Order.mostSteps { steps.remove(at: 1) }
        steps.append(OrderStep(state, at: time, by: actor))
    }
}

/// Why an order does not move.
public enum OrderMoveError: Error, Hashable, Sendable {
    /// No arrow leads there from the state that the order is in.
    case noSuchArrow(from: OrderState)
    /// The reason is missing, or is not one of `Order.reasons` characters long.
    case noReason
}

extension Order {
    /// The name under which the drinks machine's sales are orders: it asks nobody theirs.
    public static let soldByMachine = PlainText("음료 자판기")
}

// What readers of orders of one line are told.
extension Order {
    /// The counter of its first line.
    public var counter: SalesCounter { lines.first?.item.counter ?? .menu }

    /// What was ordered, in one text: the line's title, or all of them with their quantities.
    public var title: PlainText {
        onlyLine?.title
            ?? PlainText(
                lines.map { $0.quantity > 1 ? "\($0.title) × \($0.quantity)" : $0.title.string }
                    .joined(separator: ", "))
    }

    public var quantity: Int { onlyLine?.quantity ?? 1 }

    public var unitPrice: Won { onlyLine?.unitPrice ?? total }

    /// The line that is the whole order; `nil` where there is more to it.
    public var onlyLine: OrderLine? { lines.count == 1 && deliveryFee.amount == 0 ? lines[0] : nil }
}

extension Order: Codable {
    private enum CodingKeys: String, CodingKey {
        case id, who, counter, title, quantity, lines, total, state, reason, steps
        case unitPrice = "unit_price"
        case deliveryFee = "delivery_fee"
        case placedAt = "placed_at"
    }

    public init(from decoder: any Decoder) throws {
        let values = try RecordValues(decoder, keyedBy: CodingKeys.self)
        id = try values.essential(.id)
        who = try values.value(.who, else: "")
        lines = try values.essential(.lines)
        deliveryFee = Won(try values.essential(in: WireBounds.won, .deliveryFee))
        steps = try values.essential(.steps)
        reason = try values.optional(.reason)
        _placedAt = try values.essential(.placedAt)
        guard (1...Order.mostLines).contains(lines.count) else { throw values.error(.lines, "too few or too many") }
        let state: OrderState = try values.essential(.state)
        guard steps.last?.state == state, steps.count <= Order.mostSteps else {
            throw values.error(.steps, "another state")
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(id, forKey: .id)
        try values.encode(who, forKey: .who)
        try values.encode(counter, forKey: .counter)
        try values.encode(title, forKey: .title)
        try values.encode(quantity, forKey: .quantity)
        try values.encode(unitPrice, forKey: .unitPrice)
        try values.encode(lines, forKey: .lines)
        try values.encode(deliveryFee, forKey: .deliveryFee)
        try values.encode(total, forKey: .total)
        try values.encode(state, forKey: .state)
        try values.encodeIfPresent(reason, forKey: .reason)
        try values.encode(steps, forKey: .steps)
        try values.encode(_placedAt, forKey: .placedAt)
    }
}
