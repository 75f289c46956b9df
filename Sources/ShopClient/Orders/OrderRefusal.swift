import Domain
import Foundation

/// Why a shop refuses an order.
public struct OrderRefusal: Hashable, Sendable {
    /// The problem with one line of the order.
    public enum Problem: Hashable, Sendable {
        /// The unit price has changed to this one.
        case price(Won)
        case soldOut
        /// The stock of fruit is too low by these counts.
        case short([FruitID: Int])
        /// The shop does not know the item.
        case unknown
    }

    /// The HTTP status.
    public let status: Int
    /// The problems by line index, counted from 0.
    public let problems: [Int: Problem]
    /// The current delivery fee, if that has changed.
    public let deliveryFee: Won?

    public init(status: Int, problems: [Int: Problem] = [:], deliveryFee: Won? = nil) {
        self.status = status
        self.problems = problems
        self.deliveryFee = deliveryFee
    }

    /// The current price of the first line; `nil` if the price is not what changed.
    public var newPrice: Won? {
        guard case .price(let price) = problems[0] else { return nil }
        return price
    }

    /// Whether the order can be placed once the guest has seen the changes.
    public var isAboutContent: Bool { !problems.isEmpty || deliveryFee != nil }
}

extension OrderRefusal {
    /// The accepted prices: up to more than anything costs, and small enough that sums do not overflow.
    private static let prices = Won(0)...Won(1_000_000_000)
    /// The accepted counts: up to more fruit than any recipe takes.
    private static let counts = 1...1_000_000

    /// Parses a refusal with this status of an order of `lines` lines.
    public init(status: Int, body: Data, lines: Int) {
        guard [404, 409].contains(status) else {
            self.init(status: status)
            return
        }
        let decoder = JSONDecoder()
        if let conflict = try? decoder.decode(CartConflict.self, from: body) {
            let known = conflict.lines.filter { (0..<lines).contains($0.line) }
            self.init(
                status: status,
                problems: Dictionary(known.map { ($0.line, OrderRefusal.problem($0)) }) { first, _ in first },
                deliveryFee: conflict.deliveryFee.flatMap { OrderRefusal.prices.contains($0) ? $0 : nil })
        } else if status == 409, let change = try? decoder.decode(DishConflict.self, from: body) {
            self.init(status: status, problems: change.problem.map { [0: $0] } ?? [:])
        } else {
            self.init(status: status)
        }
    }

    private static func problem(_ conflict: CartLineConflict) -> Problem {
        let missing = conflict.missing.filter { counts.contains($0.value) }
        if conflict.isSoldOut { return .soldOut }
        if !missing.isEmpty { return .short(missing) }
        return conflict.unitPrice.flatMap { prices.contains($0) ? .price($0) : nil } ?? .unknown
    }

    /// The body of a refusal of an order in the short form.
    private struct DishConflict: Decodable {
        let price: Won?
        let isSoldOut: Bool?

        private enum CodingKeys: String, CodingKey {
            case price = "unit_price"
            case isSoldOut = "sold_out"
        }

        var problem: Problem? {
            if isSoldOut == true { return .soldOut }
            return price.flatMap { OrderRefusal.prices.contains($0) ? .price($0) : nil }
        }
    }
}
