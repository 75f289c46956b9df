/// The delivery fee of a dish, parsed from its detail: "2,500원 (40,000원 이상 구매 시 무료)".
public struct DeliveryFee: Hashable, Sendable {
    public let amount: Won
    /// The subtotal from which delivery is free; `nil` if there is no such limit.
    public let freeFrom: Won?

    public init(amount: Won, freeFrom: Won? = nil) {
        self.amount = amount
        self.freeFrom = freeFrom
    }

    /// Parses a detail's `delivery_fee`; never fails. The first sum is the fee. The limit is the first later sum that
    /// is followed by `이상` ("or more"), otherwise the first later sum that exceeds the fee. A text without a sum, with
    /// one that is no amount ("2,50원"), or with `무료` ("free") before the first one, means free delivery.
    public init(_ text: String) {
        if let sums = DeliveryFee.sums(in: text), let fee = sums.first, !fee.isAfterFree {
            let limit = sums.dropFirst().first(where: \.isLeast) ?? sums.dropFirst().first { $0.amount > fee.amount }
            self.init(amount: fee.amount, freeFrom: limit?.amount)
        } else {
            self.init(amount: Won(0))
        }
    }

    /// Whether every sum in a detail's `delivery_fee` is an amount of money.
    public static func isReadable(_ text: String) -> Bool { sums(in: text) != nil }

    private static func sums(in text: String) -> [Sum]? { Sum.all(in: String(text.prefix(maxTextLength))) }

    /// Returns the fee for delivering `lines` together: the largest fee once, or 0 if the subtotal reaches its limit. A
    /// line with a `nil` fee is not delivered and does not count towards the subtotal.
    public static func charged(for lines: some Sequence<(fee: DeliveryFee?, total: Won)>) -> Won {
        var (largest, subtotal) = (DeliveryFee?.none, 0)
        for case (let fee?, let total) in lines {
            subtotal += total.amount
            if largest.map({ $0.isLess(than: fee) }) ?? true { largest = fee }
        }
        guard let largest, largest.freeFrom.map({ subtotal < $0.amount }) ?? true else { return Won(0) }
        return largest.amount
    }

    /// If the amounts are equal, the fee that becomes free sooner counts as the larger one.
    private func isLess(than other: DeliveryFee) -> Bool {
        guard amount == other.amount else { return amount < other.amount }
        return (other.freeFrom?.amount ?? .max) < (freeFrom?.amount ?? .max)
    }

    private static let maxTextLength = 512
}

private struct Sum {
    let amount: Won
    /// Whether it is followed by `이상`.
    let isLeast: Bool
    /// Whether it is preceded by `무료`.
    let isAfterFree: Bool

    /// Returns every run of digits and commas that is followed by `원`: the matches of
    /// `/([0-9][0-9,]*)\s?원(\s?이상)?/`. Returns `nil` if one of them is no amount of money.
    ///
    /// Not with a regular expression: a server parses the fees of all its dishes at the start, and parsing and compiling
    /// the expression each time took half of reading a dish's file.
    static func all(in text: String) -> [Sum]? {
        let text = Array(text)
        let free = text.indices.first { Sum.hasWord("무료", in: text, at: $0) }
        var sums: [Sum] = []
        var index = 0
        while index < text.count {
            guard Sum.isDigit(text[index]) else {
                index += 1
                continue
            }
            let run = text[index...].prefix { Sum.isDigit($0) || $0 == "," }
            index = run.endIndex
            let unit = Sum.skippingSpace(in: text, at: index)
            guard Sum.hasWord("원", in: text, at: unit) else { continue }
            let bound = Sum.skippingSpace(in: text, at: unit + 1)
            let isLeast = Sum.hasWord("이상", in: text, at: bound)
            guard let amount = Won(menuText: String(run)) else { return nil }
            let isAfterFree = free.map { $0 + 2 <= run.startIndex } ?? false
            sums.append(Sum(amount: amount, isLeast: isLeast, isAfterFree: isAfterFree))
        }
        return sums
    }

    private static func isDigit(_ character: Character) -> Bool { character.isASCII && character.isNumber }

    private static func skippingSpace(in text: [Character], at index: Int) -> Int {
        index < text.count && text[index].isWhitespace ? index + 1 : index
    }

    private static func hasWord(_ word: String, in text: [Character], at index: Int) -> Bool {
        index <= text.count && text[index...].starts(with: word)
    }
}
