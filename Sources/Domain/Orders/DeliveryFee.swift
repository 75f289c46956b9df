/// The delivery fee of a dish, parsed from its detail: "2,500원 (40,000원 이상 구매 시 무료)".
public struct DeliveryFee: Hashable, Sendable, Codable {
    public let amount: Won
    /// The subtotal from which delivery is free; `nil` if there is no such limit.
    public let freeFrom: Won?

    public init(amount: Won, freeFrom: Won? = nil) {
        self.amount = amount
        self.freeFrom = freeFrom
    }

    /// Parses a detail's `delivery_fee` in the form "2,500원 (40,000원 이상 구매 시 무료)", where the limit may be missing.
    /// Returns `nil` for any other text, for which nothing is charged.
    public init?(understanding text: String) {
        let parts = text.prefix(DeliveryFee.maxTextLength).split(
            separator: "(", maxSplits: 1, omittingEmptySubsequences: false)
        guard let fee = DeliveryFee.sum(parts[0]) else { return nil }
        guard parts.count == 2 else {
            self.init(amount: fee)
            return
        }
        // Not with a regular expression: a server parses the fees of all its dishes at the start.
        let condition = parts[1].filter { !$0.isWhitespace }
        guard let ending = ["이상구매시무료)", "이상무료)"].first(where: condition.hasSuffix),
            let limit = DeliveryFee.sum(condition.dropLast(ending.count))
        else { return nil }
        self.init(amount: fee, freeFrom: limit)
    }

    private static func sum(_ text: Substring) -> Won? {
        let text = text.trimmed(where: \.isWhitespace)
        return text.hasSuffix("원") ? Won(menuText: String(text)) : nil
    }

    /// Creates the fee that is charged for a detail's `delivery_fee`.
    public init(_ text: String) { self = DeliveryFee(understanding: text) ?? DeliveryFee(amount: Won(0)) }

    /// Returns the fee for delivering `lines` together: the largest fee once, or 0 if the subtotal reaches its limit.
    public static func charged(for lines: some Sequence<(fee: DeliveryFee?, total: Won)>) -> Won {
        guard let (fee, subtotal) = largest(of: lines), fee.freeFrom.map({ subtotal < $0 }) ?? true else {
            return Won(0)
        }
        return fee.amount
    }

    /// Returns the largest fee of `lines`, which holds for all of them, and the subtotal of which it depends whether it is
    /// charged; `nil` if nothing is delivered. A line with a `nil` fee is not delivered and does not count.
    public static func largest(
        of lines: some Sequence<(fee: DeliveryFee?, total: Won)>
    ) -> (fee: DeliveryFee, subtotal: Won)? {
        var (largest, subtotal) = (DeliveryFee?.none, 0)
        for case (let fee?, let total) in lines {
            subtotal += total.amount
            if largest.map({ $0.isLess(than: fee) }) ?? true { largest = fee }
        }
        return largest.map { ($0, Won(subtotal)) }
    }

    /// If the amounts are equal, the fee that becomes free sooner counts as the larger one.
    private func isLess(than other: DeliveryFee) -> Bool {
        guard amount == other.amount else { return amount < other.amount }
        return (other.freeFrom?.amount ?? .max) < (freeFrom?.amount ?? .max)
    }

    private static let maxTextLength = 512

    private enum CodingKeys: String, CodingKey {
        case amount
        case freeFrom = "free_from"
    }
}

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
