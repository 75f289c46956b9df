import Domain
import Foundation
import TerminalText

/// Why a shop refuses an order.
public struct OrderRefusal: Hashable, Sendable {
    /// The problem with one line of the order.
    public enum Problem: Hashable, Sendable {
        /// The unit price has changed to this one.
        case price(Won)
        /// The shop sells something else under the item's identifier, with this title.
        case title(PlainText)
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

    /// The current title of the first line that is something else by now; `nil` if there is none.
    public var newTitle: PlainText? {
        problems.sorted { $0.key < $1.key }.lazy.compactMap { _, problem in
            if case .title(let title) = problem { title } else { nil }
        }.first
    }

    /// Whether the order can be placed once the guest has seen the changes.
    public var isAboutContent: Bool { !problems.isEmpty || deliveryFee != nil }
}

extension OrderRefusal {
    /// The accepted prices: up to more than anything costs, and small enough that sums do not overflow.
    private static let prices = Won(0)...Won(1_000_000_000)
    /// The accepted counts: up to more fruit than any recipe takes.
    private static let counts = 1...1_000_000

    /// Parses a refusal with this status of an order of `lines`.
    public init(status: Int, body: Data, of lines: [Cart.Line]) {
        guard [404, 409].contains(status),
            let conflict = try? JSONDecoder().decode(OrderConflict.self, from: body)
        else {
            self.init(status: status)
            return
        }
        let problems = conflict.lines.filter { lines.indices.contains($0.line) }.map {
            ($0.line, OrderRefusal.problem($0, of: lines[$0.line].item))
        }
        self.init(
            status: status, problems: Dictionary(problems) { first, _ in first },
            deliveryFee: conflict.deliveryFee.flatMap { OrderRefusal.prices.contains($0) ? $0 : nil })
    }

    private static func problem(_ conflict: OrderLineConflict, of item: SaleItem) -> Problem {
        let missing = conflict.missing.filter { counts.contains($0.value) }
        if conflict.unitPrice != nil, conflict.title != item.title { return .title(conflict.title) }
        if conflict.isSoldOut { return .soldOut }
        if !missing.isEmpty { return .short(missing) }
        return conflict.unitPrice.flatMap { prices.contains($0) ? .price($0) : nil } ?? .unknown
    }
}
