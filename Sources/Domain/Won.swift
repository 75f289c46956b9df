/// An amount of money in won. Encoded as an integer, except in the menu, which uses text.
public struct Won: Hashable, Sendable, Comparable {
    public let amount: Int

    public init(_ amount: Int) { self.amount = amount }

    /// Parses a price in the menu's format: digits, with commas between groups of three or without any, and with or
    /// without 원 ("6,500", "7,000원"). Returns `nil` for anything else ("12,9", "1,2900원") and for more than a billion
    /// won.
    public init?(menuText: String) {
        var digits = Substring(menuText).trimmed(where: \.isWhitespace)
        if digits.hasSuffix("원") { digits = digits.dropLast().trimmed(where: \.isWhitespace) }
        guard Won.isGrouped(digits), let amount = Int(digits.filter { $0 != "," }), amount <= Won.limit else {
            return nil
        }
        self.amount = amount
    }

    /// Whether `number` consists of digits without commas, or in groups of three behind a first one of one to three.
    private static func isGrouped(_ number: Substring) -> Bool {
        let groups = number.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
        guard let first = groups.first, !first.isEmpty, groups.count == 1 || first.count <= 3 else { return false }
        return groups.allSatisfy { $0.allSatisfy { (0x30...0x39).contains($0) } }
            && groups.dropFirst().allSatisfy { $0.count == 3 }
    }

    /// A limit above any dish's price that keeps sums far from overflow.
    private static let limit = 1_000_000_000

    /// The amount with digits in groups of three: "12,900".
    public var grouped: String {
        let digits = Array(String(amount.magnitude).utf8)
        var text: [UInt8] = amount < 0 ? [UInt8(ascii: "-")] : []
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index) % 3 == 0 { text.append(UInt8(ascii: ",")) }
            text.append(digit)
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// The amount as displayed to guests: "12,900원".
    public var text: String { grouped + "원" }

    public static func < (left: Won, right: Won) -> Bool { left.amount < right.amount }
}

extension Won: Codable {
    public init(from decoder: any Decoder) throws { amount = try decoder.singleValueContainer().decode(Int.self) }

    public func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        try value.encode(amount)
    }
}
