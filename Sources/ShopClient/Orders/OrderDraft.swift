import Domain
import Foundation
import ShopHTTP
import TerminalText

/// An order that a guest confirmed. Its idempotency key makes repeated sending have one effect.
public struct OrderDraft: Hashable, Sendable, Codable {
    public let key: UUID
    /// The guest's name.
    public let who: String
    /// How the guest gets the order.
    public let handover: Handover
    /// The lines, at least one, at the prices that were shown.
    public let lines: [Cart.Line]
    public let deliveryFee: Won

    public init(
        key: UUID, who: String, handover: Handover = Handover(.pickup), lines: [Cart.Line], deliveryFee: Won = Won(0)
    ) {
        self.key = key
        self.who = who
        self.handover = handover
        self.lines = lines
        self.deliveryFee = deliveryFee
    }

    /// The total that the guest agreed to pay.
    public var total: Won { Won(lines.reduce(deliveryFee.amount) { $0 + $1.total.amount }) }

    /// Returns the same order under another key.
    public func with(key: UUID) -> OrderDraft {
        OrderDraft(key: key, who: who, handover: handover, lines: lines, deliveryFee: deliveryFee)
    }

    /// Returns whether both order the same, under whatever keys.
    public func isEqualOrder(to other: OrderDraft) -> Bool { request == other.request }
}

extension OrderDraft {
    /// The request body: what the guest was shown.
    var request: OrderRequest {
        OrderRequest(
            who: who, handover: handover,
            lines: lines.map {
                OrderRequest.Line(
                    item: $0.item.item, title: $0.item.title, options: $0.item.options, quantity: $0.quantity,
                    unitPrice: $0.item.price, note: $0.note)
            },
            deliveryFee: deliveryFee, total: total)
    }
}

/// A shop's confirmation of an order. Has only the fields that every version of the shop sends.
public struct OrderReceipt: Hashable, Sendable, Decodable {
    public let id: Int
    /// The number by which people call the order.
    public let number: Int
    public let total: Won

    public init(id: Int, number: Int, total: Won) {
        self.id = id
        self.number = number
        self.total = total
    }
}

public enum OrderOutcome: Hashable, Sendable {
    /// The shop stored the order. The receipt is `nil` if the answer could not be read.
    case stored(OrderReceipt?)
    /// The server could not accept it now: it is stored on this device and delivered later.
    case kept(FetchFailure)
    case refused(OrderRefusal)
    /// The server could not accept it now, and it could not be stored on this device: the order is lost.
    case notSaved(FetchFailure)

    /// Whether the shop has the order, or this device until the shop can have it.
    public var isTaken: Bool {
        switch self {
        case .stored, .kept: true
        case .refused, .notSaved: false
        }
    }
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

/// Why a shop refuses an order.
public struct OrderRefusal: Hashable, Sendable {
    public enum Problem: Hashable, Sendable {
        /// The unit price has changed to this one.
        case price(Won)
        /// The shop sells something else under the item's identifier, with this title.
        case title(PlainText)
        /// The options are not offered as they were chosen. These still are, and one with them costs that much.
        case options([ChosenOption], price: Won)
        case soldOut
        /// Only so many are left.
        case left(Int)
        /// The stock of fruit is too low by these counts.
        case short([FruitID: Int])
        /// The shop does not know the item.
        case unknown
    }

    /// The HTTP status.
    public let status: Int
    /// The problems by line index, counted from 0.
    public let problems: [Int: Problem]
    /// What differs besides the lines.
    public let terms: OrderTermsConflict

    public init(status: Int, problems: [Int: Problem] = [:], terms: OrderTermsConflict = OrderTermsConflict()) {
        self.status = status
        self.problems = problems
        self.terms = terms
    }

    /// The current delivery fee; `nil` if it is not what changed.
    public var deliveryFee: Won? { terms.deliveryFee }

    /// The current price of the first line; `nil` if the price is not what changed.
    public var newPrice: Won? {
        guard case .price(let price) = problems[0] else { return nil }
        return price
    }

    /// The current title of the first line that is something else by now; `nil` if there is none.
    public var newTitle: PlainText? {
        problems.sorted { $0.key < $1.key }.lazy.compactMap { _, problem in
            if case .title(let title) = problem { title } else { nil }
        }.first
    }

    /// Whether the order can be placed once the guest has seen the changes.
    public var isAboutContent: Bool { !problems.isEmpty || !terms.isEmpty }
}

extension OrderRefusal {
    /// The accepted prices: up to more than anything costs, and small enough that sums do not overflow.
    private static let prices = Won(0)...Won(1_000_000_000)
    /// The accepted counts: up to more fruit than any recipe takes.
    private static let counts = 1...1_000_000

    public init(status: Int, body: Data, of lines: [Cart.Line]) {
        guard [400, 404, 409].contains(status),
            let conflict = try? JSONDecoder().decode(OrderConflict.self, from: body)
        else {
            self.init(status: status)
            return
        }
        // With 400, the shop says only that choices do not answer the options.
        let differing = conflict.lines.filter { status != 400 || $0.options != nil }
        let problems = differing.filter { lines.indices.contains($0.line) }.map {
            ($0.line, OrderRefusal.problem($0, of: lines[$0.line].item))
        }
        var terms = conflict.terms
        terms.deliveryFee = terms.deliveryFee.flatMap { OrderRefusal.prices.contains($0) ? $0 : nil }
        terms.total = terms.total.flatMap { OrderRefusal.prices.contains($0) ? $0 : nil }
        self.init(status: status, problems: Dictionary(problems) { first, _ in first }, terms: terms)
    }

    private static func problem(_ conflict: OrderLineConflict, of item: SaleItem) -> Problem {
        let missing = conflict.missing.filter { counts.contains($0.value) }
        if conflict.unitPrice != nil, conflict.title != item.title { return .title(conflict.title) }
        if let options = conflict.options, options.count <= ChosenOption.limit, let price = conflict.unitPrice,
            prices.contains(price)
        {
            return .options(options, price: price)
        }
        if conflict.isSoldOut { return .soldOut }
        if let left = conflict.left, Dish.counts.contains(left) { return .left(left) }
        if !missing.isEmpty { return .short(missing) }
        return conflict.unitPrice.flatMap { prices.contains($0) ? .price($0) : nil } ?? .unknown
    }
}

/// Places orders; tests substitute their own.
public struct OrderClient: Sendable {
    /// Sends an order. Returns soon after its task is cancelled, with any result.
    public let place: @Sendable (_ order: PendingOrder) async -> WriteResult<OrderReceipt>

    public init(place: @escaping @Sendable (_ order: PendingOrder) async -> WriteResult<OrderReceipt>) {
        self.place = place
    }

    public static func http(
        client: HTTPClient, address: @escaping @Sendable () async -> ShopAddress?,
        limits: HTTPLimits = WriteSender.limits
    ) -> OrderClient {
        let sender = WriteSender(client: client, limits: limits, address: address)
        return OrderClient { order in await sender.send(order.write) }
    }

    /// A client without a shop.
    public static let none = OrderClient { _ in .unanswered(.unreachable) }
}
