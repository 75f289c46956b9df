/// Money: an integer of won.
public struct Won: Hashable, Sendable, Comparable, Codable {
    public let amount: Int

    public init(_ amount: Int) { self.amount = amount }

    /// Reads a price as the menu writes it: grouped digits, with or without 원 ("6,500", "7,000원").
    /// `nil` for anything else, and beyond a billion won.
    public init?(menuText: String) {
        var digits = menuText.filter { !$0.isWhitespace }
        if digits.hasSuffix("원") { digits.removeLast() }
        digits.removeAll { $0 == "," }
        guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let amount = Int(digits), amount <= Won.most
        else { return nil }
        self.amount = amount
    }

    /// More than any dish costs; keeps sums far from overflow.
    private static let most = 1_000_000_000

    /// Digits in groups of three: "12,900".
    public var grouped: String {
        var digits = Array(String(amount.magnitude))
        var position = digits.count - 3
        while position > 0 {
            digits.insert(",", at: position)
            position -= 3
        }
        return (amount < 0 ? "-" : "") + String(digits)
    }

    /// As guests read it: "12,900원".
    public var text: String { grouped + "원" }

    public static func < (left: Won, right: Won) -> Bool { left.amount < right.amount }
}
