import Foundation
import TerminalText

/// An order with its state: the response to `POST /orders`, and an entry of every list of orders.
///
/// In JSON, an order also has the keys of a single-line order: `counter`, `title`, `quantity` and `unit_price`. If it
/// has several lines or a delivery fee, `title` joins the lines' titles, `counter` is that of the first line,
/// `quantity` is 1 and `unit_price` is the total.
public struct Order: Hashable, Sendable, Identifiable {
    /// Increases with every order of the shop.
    public let id: Int
    /// The number by which people call the order: it begins at 1 with each business day.
    public let number: Int
    /// The business day on which it was placed.
    public let day: Day
    public let who: PlainText
    /// How the guest gets it.
    public internal(set) var handover: Handover
    /// 1 to 50 (`maxLines`) lines, of which at least one has pieces.
    public internal(set) var lines: [OrderLine]
    public internal(set) var deliveryFee: Won
    /// How it was paid; `nil` if it is not marked as paid.
    public internal(set) var payment: PaymentMethod?
    /// What the keeper took out of it, oldest first.
    public internal(set) var reductions: [OrderReduction]
    /// The states that the order reached, oldest first; at least one. A long history has the first one, the first in which
    /// it was ready, and the latest ones.
    public private(set) var steps: [OrderStep]
    /// The keeper's reason for cancelling or refunding the order; `nil` if the keeper did neither.
    public private(set) var reason: PlainText?
    @WireTime public var placedAt: Date

    /// Creates an order; `steps` must not be empty.
    public init(
        id: Int, number: Int, day: Day, who: PlainText, handover: Handover = Handover(.pickup), lines: [OrderLine],
        deliveryFee: Won = Won(0), payment: PaymentMethod? = nil, reductions: [OrderReduction] = [],
        steps: [OrderStep], reason: PlainText? = nil, placedAt: Date
    ) {
        self.id = id
        self.number = number
        self.day = day
        self.who = who
        self.handover = handover
        self.lines = lines
        self.deliveryFee = deliveryFee
        self.payment = payment
        self.reductions = reductions
        self.steps = steps
        self.reason = reason
        _placedAt = WireTime(wrappedValue: placedAt)
    }

    public static let maxLines = 50
    /// The length in characters of a keeper's reason.
    public static let reasons = 1...200
    private static let maxSteps = 100

    public var state: OrderState { steps.last?.state ?? .received }

    /// The price of all lines, without delivery.
    public var subtotal: Won { Won(lines.reduce(0) { $0 + $1.total.amount }) }

    public var total: Won { Won(subtotal.amount + deliveryFee.amount) }

    /// Whether the order changes its state at all. A sale of the drinks machine is handed over at once and stays so.
    public var isTracked: Bool { steps.first.map { $0.by != .machine } ?? false }

    /// Returns the states to which `actor` may move the order now.
    public func allowedTransitions(for actor: OrderActor) -> Set<OrderState> {
        isTracked ? state.allowedTransitions(for: actor) : []
    }

    /// Moves the order to a state that is allowed for `actor`. A keeper has to give a reason for cancelling and
    /// refunding; otherwise `reason` is ignored. Throws `OrderFailure`.
    public mutating func move(
        to state: OrderState, by actor: OrderActor, at time: Date, reason: PlainText? = nil
    ) throws(OrderFailure) {
        guard allowedTransitions(for: actor).contains(state) else { throw .invalidTransition(from: self.state) }
        if state.needsReason, actor == .keeper {
            guard let reason, Order.reasons.contains(reason.string.count) else { throw .noReason }
            self.reason = reason
        }
        // That it was ready once stays known: its juice was made then.
        if steps.count == Order.maxSteps { steps.remove(at: steps[1].state == .ready ? 2 : 1) }
        steps.append(OrderStep(state, at: time, by: actor))
    }
}

/// The reason why an order's state was not changed.
public enum OrderFailure: Error, Hashable, Sendable {
    /// There is no order with that number.
    case unknown
    /// The order was placed by another terminal.
    case foreign
    /// The order is no longer in the state that was seen.
    case moved(OrderState)
    /// The transition from the order's current state is not allowed.
    case invalidTransition(from: OrderState)
    /// The reason is missing, or its length is outside `Order.reasons`.
    case noReason
    /// The order is in a state in which nothing of it changes any more.
    case closed(OrderState)
    /// It was handed over on a business day that has ended, or before a closing.
    case pastDay
    /// A line is not there, is named twice, or does not have more pieces than are to be left.
    case noSuchReduction
    /// It was reduced `Order.maxReductions` times.
    case tooManyReductions
}

extension Order {
    /// The guest name of the drinks machine's sales: the machine does not ask for one.
    public static let soldByMachine = PlainText("음료 자판기")
}

// Properties for clients that only know orders of one line.
extension Order {
    /// The counter of its first line.
    public var counter: SalesCounter { lines.first?.item.counter ?? .menu }

    /// The title of the only line, or the titles of all lines with their quantities.
    public var title: PlainText {
        onlyLine?.title
            ?? PlainText(
                remainingLines.map { Order.counted($0.title.string, $0.quantity) }.joined(separator: ", "))
    }

    /// Returns a title with the number of pieces, as in "잡채 × 2"; only the title if there is one.
    public static func counted(_ title: String, _ quantity: Int) -> String {
        quantity > 1 ? "\(title) × \(quantity)" : title
    }

    public var quantity: Int { onlyLine?.quantity ?? 1 }

    public var unitPrice: Won { onlyLine?.unitPrice ?? total }

    /// The only line; `nil` if there are several lines or a delivery fee.
    public var onlyLine: OrderLine? { lines.count == 1 && deliveryFee.amount == 0 ? lines[0] : nil }

    /// Whether the line was ordered as it is offered, without options and notes, and is complete.
    public var hasPlainLine: Bool {
        onlyLine.map { $0.options.isEmpty && $0.note == nil && $0.removed == 0 } ?? false
    }
}

extension Order: Codable {
    private enum CodingKeys: String, CodingKey {
        case id, number, day, who, counter, title, quantity, lines, total, payment, reductions, state, reason, steps
        case unitPrice = "unit_price"
        case deliveryFee = "delivery_fee"
        case placedAt = "placed_at"
    }

    public init(from decoder: any Decoder) throws {
        let values = try RecordValues(decoder, keyedBy: CodingKeys.self)
        id = try values.required(.id)
        number = try values.required(.number)
        guard let day = Day(dashed: try values.required(.day)) else { throw values.error(.day, "not a day") }
        self.day = day
        handover = try Handover(placedIn: decoder)
        who = try values.value(.who, else: "")
        lines = try values.required(.lines)
        deliveryFee = Won(try values.required(in: WireBounds.won, .deliveryFee))
        payment = try values.optional(.payment)
        reductions = try values.optional(.reductions) ?? []
        steps = try values.required(.steps)
        reason = try values.optional(.reason)
        _placedAt = try values.required(.placedAt)
        guard (1...Order.maxLines).contains(lines.count), lines.contains(where: { $0.quantity > 0 }) else {
            throw values.error(.lines, "too few or too many")
        }
        let state: OrderState = try values.required(.state)
        guard steps.last?.state == state, steps.count <= Order.maxSteps else {
            throw values.error(.steps, "another state")
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(id, forKey: .id)
        try values.encode(number, forKey: .number)
        try values.encode(day.dashed, forKey: .day)
        try values.encode(who, forKey: .who)
        try handover.encode(to: encoder)
        try values.encode(counter, forKey: .counter)
        try values.encode(title, forKey: .title)
        try values.encode(quantity, forKey: .quantity)
        try values.encode(unitPrice, forKey: .unitPrice)
        try values.encode(lines, forKey: .lines)
        try values.encode(deliveryFee, forKey: .deliveryFee)
        try values.encode(total, forKey: .total)
        try values.encodeIfPresent(payment, forKey: .payment)
        if !reductions.isEmpty { try values.encode(reductions, forKey: .reductions) }
        try values.encode(state, forKey: .state)
        try values.encodeIfPresent(reason, forKey: .reason)
        try values.encode(steps, forKey: .steps)
        try values.encode(_placedAt, forKey: .placedAt)
    }
}
