/// What the delivery of a dish costs, as its detail states it: "2,500원 (40,000원 이상 구매 시 무료)".
public struct DeliveryFee: Hashable, Sendable {
    public let amount: Won
    /// Dishes that cost so much together are delivered free; `nil` for no such limit.
    public let freeFrom: Won?

    public init(amount: Won, freeFrom: Won? = nil) {
        self.amount = amount
        self.freeFrom = freeFrom
    }

    /// Reads a detail's `delivery_fee`, whatever it is. The first sum is the fee; the limit is the first one behind it
    /// that `이상` ("or more") follows, else the second one where that is more than the fee. A text without a sum, or with
    /// `무료` ("free") before the first one, is free delivery.
    public init(_ text: String) {
        let sums = Sum.all(in: String(text.prefix(DeliveryFee.longestText)))
        if let fee = sums.first, !fee.isAfterFree {
            let limit = sums.dropFirst().first(where: \.isLeast) ?? sums.dropFirst().first { $0.amount > fee.amount }
            self.init(amount: fee.amount, freeFrom: limit?.amount)
        } else {
            self.init(amount: Won(0))
        }
    }

    /// What is charged for delivering `lines`, each with its fee, which is `nil` for what is not delivered, and what it
    /// costs: the largest fee once, or nothing from its limit on.
    public static func charged(for lines: some Sequence<(fee: DeliveryFee?, total: Won)>) -> Won {
        var (largest, subtotal) = (DeliveryFee?.none, 0)
        for case (let fee?, let total) in lines {
            subtotal += total.amount
            if largest.map({ $0.isLess(than: fee) }) ?? true { largest = fee }
        }
        guard let largest, largest.freeFrom.map({ subtotal < $0.amount }) ?? true else { return Won(0) }
        return largest.amount
    }

    /// Of equal fees, the one that is free sooner counts.
    private func isLess(than other: DeliveryFee) -> Bool {
        guard amount == other.amount else { return amount < other.amount }
        return (other.freeFrom?.amount ?? .max) < (freeFrom?.amount ?? .max)
    }

    /// Characters of a text that are looked at.
    private static let longestText = 512
}

/// A sum of money in a text.
private struct Sum {
    let amount: Won
    /// Whether `이상` follows.
    let isLeast: Bool
    /// Whether `무료` comes before it.
    let isAfterFree: Bool

    /// Every run of digits and commas that `원` follows.
    static func all(in text: String) -> [Sum] {
        text.matches(of: /([0-9][0-9,]{0,15})\s?원(\s?이상)?/).compactMap { match in
            guard let amount = Won(menuText: String(match.output.1)) else { return nil }
            return Sum(
                amount: amount, isLeast: match.output.2 != nil,
                isAfterFree: text[..<match.range.lowerBound].contains("무료"))
        }
    }
}
