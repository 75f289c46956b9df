/// The terms on which an order is delivered, stored with it: a reduced order keeps to what was agreed.
public struct DeliveryTerms: Hashable, Sendable, Codable {
    /// The shop's rule; `nil` if the items' own fees apply.
    public let rule: DeliveryRule?
    /// The fee of each line's item, in the order of the lines; `nil` for one that is not delivered.
    public let fees: [DeliveryFee?]

    public init(rule: DeliveryRule?, fees: [DeliveryFee?]) {
        self.rule = rule
        self.fees = rule == nil ? fees : []
    }

    /// Returns what delivering lines of these totals costs, in the order of `fees`. A line of 0 pieces is not
    /// delivered.
    public func charged(for totals: [(pieces: Int, total: Won)]) -> Won {
        if let rule { return rule.charged(for: Won(totals.reduce(0) { $0 + $1.total.amount })) }
        return DeliveryFee.charged(for: zip(fees, totals).map { (fee: $1.pieces > 0 ? $0 : nil, total: $1.total) })
    }
}
