import Foundation
import TerminalText

/// What the keeper took out of an order after it was placed, or refunded of it after it was handed over.
public struct OrderReduction: Hashable, Sendable {
    /// A line of which pieces were taken out.
    public struct Line: Hashable, Sendable {
        /// The line's index in the order, counting from 0.
        public let line: Int
        /// The number of pieces.
        public let removed: Int

        public init(line: Int, removed: Int) {
            self.line = line
            self.removed = removed
        }
    }

    /// In whole seconds.
    @WireTime public var at: Date
    /// In the order of the order's lines; at least one.
    public let lines: [Line]
    public let reason: PlainText
    /// The money that was given back for an order that had been handed over; `nil` for a reduction before that.
    public let refunded: Won?

    init(_ lines: [Line], at time: Date, reason: PlainText, refunded: Won?) {
        _at = WireTime(wrappedValue: Date(timeIntervalSince1970: time.timeIntervalSince1970.rounded(.down)))
        self.lines = lines
        self.reason = reason
        self.refunded = refunded
    }
}

extension OrderReduction: Codable {
    private enum CodingKeys: CodingKey { case at, lines, reason, refunded }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        _at = try values.decode(WireTime.self, forKey: .at)
        lines = try values.decode([Line].self, forKey: .lines)
        reason = try values.decode(PlainText.self, forKey: .reason)
        refunded =
            try values.decodeIfPresent(Int.self, forKey: .refunded) == nil
            ? nil : Won(try values.decode(in: WireBounds.sums, forKey: .refunded))
    }
}

extension OrderReduction.Line: Codable {
    private enum CodingKeys: CodingKey { case line, removed }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        line = try values.decode(in: 0...Order.maxLines, forKey: .line)
        removed = try values.decode(in: OrderLine.quantities, forKey: .removed)
    }
}

/// The body of `PATCH /orders/{id}/lines`, with which the keeper reduces lines of an order.
public struct ReductionRequest: Hashable, Sendable, Codable {
    public struct Line: Hashable, Sendable, Codable {
        /// The line's index in the order, counting from 0.
        public let line: Int
        /// The new quantity, lower than the present one; 0 takes the line out.
        public let quantity: Int

        public init(line: Int, quantity: Int) {
            self.line = line
            self.quantity = quantity
        }
    }

    public let lines: [Line]
    /// `Order.reasons` characters long.
    public let reason: String

    public init(lines: [Line], reason: String) {
        self.lines = lines
        self.reason = reason
    }
}

extension Order {
    /// The number of reductions that an order can have.
    public static let maxReductions = 50

    /// Whether lines can be reduced, money be refunded, and a payment be marked.
    public var isAdjustable: Bool { isTracked && (state.isOpen || state == .handedOver) }

    /// Reduces lines: an order that is not handed over yet becomes smaller, and `fee` computes its delivery fee anew;
    /// of one that was handed over, money is refunded. An order of which nothing is left is cancelled or refunded, with
    /// its lines as they were. Throws `OrderFailure`, and changes nothing then.
    public mutating func reduce(
        _ requested: [ReductionRequest.Line], at time: Date, reason: PlainText, fee: (Order) -> Won
    ) throws(OrderFailure) {
        guard isAdjustable else { throw .closed(state) }
        guard Order.reasons.contains(reason.string.count) else { throw .noReason }
        var reduced = lines
        for change in requested {
            guard lines.indices.contains(change.line), reduced[change.line] == lines[change.line],
                (0..<lines[change.line].quantity).contains(change.quantity)
            else { throw .noSuchReduction }
            reduced[change.line].reduce(to: change.quantity)
        }
        guard !requested.isEmpty else { throw .noSuchReduction }
        guard reduced.contains(where: { $0.quantity > 0 }) else {
            return try move(to: state.isOpen ? .cancelled : .refunded, by: .keeper, at: time, reason: reason)
        }
        guard reductions.count < Order.maxReductions else { throw .tooManyReductions }
        let removed = zip(lines, reduced).enumerated().compactMap { index, line in
            line.0 == line.1
                ? nil : OrderReduction.Line(line: index, removed: line.0.quantity - line.1.quantity)
        }
        let refunded = removed.reduce(0) { $0 + lines[$1.line].unitPrice.amount * $1.removed }
        reductions.append(
            OrderReduction(removed, at: time, reason: reason, refunded: state.isOpen ? nil : Won(refunded)))
        lines = reduced
        if state.isOpen { deliveryFee = fee(self) }
    }

    /// The money that was given back after the order had been handed over.
    public var refunded: Won {
        Won(reductions.reduce(state == .refunded ? total.amount : 0) { $0 + ($1.refunded?.amount ?? 0) })
    }

    /// The lines of which something is left.
    public var remainingLines: [OrderLine] { lines.filter { $0.quantity > 0 } }
}
