/// A Korean phone number: an area code of two or three digits that begins with 0, three or four digits, and four more.
/// Two numbers are the same when their digits are, wherever hyphens were typed.
public struct PhoneNumber: Hashable, Sendable, CustomStringConvertible {
    /// The digits alone, 9 to 11 of them: what the number is, and what is stored.
    public let digits: String

    /// Reads what somebody typed: `^0\d{1,2}-?\d{3,4}-?\d{4}$`, where an area code that begins with 02 is 02 alone.
    /// White space around it does not count.
    public init(_ text: String) throws(PhoneNumberError) {
        let bytes = Array(text.utf8).trimmed
        guard !bytes.isEmpty else { throw .missing }
        let digits = bytes.filter(\.isDigit)
        guard PhoneNumber.groups(digits.count, isSeoul: digits.startsWithSeoul).contains(where: { $0.fits(bytes) }),
            digits.first == UInt8(ascii: "0")
        else { throw .malformed }
        self.digits = String(decoding: digits, as: UTF8.self)
    }

    /// With hyphens: `010-1234-5678`, `02-123-4567`.
    public var description: String {
        let digits = Array(digits.utf8)
        let groups = PhoneNumber.groups(digits.count, isSeoul: digits.startsWithSeoul).first
        guard let groups else { return self.digits }
        let text = [digits[..<groups.area], digits[groups.area..<groups.last], digits[groups.last...]]
        return text.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "-")
    }

    /// How `count` digits can be parted; the first is how they are written.
    private static func groups(_ count: Int, isSeoul: Bool) -> [Groups] {
        let lengths = isSeoul ? [2] : [3, 2]
        return lengths.flatMap { area in
            [3, 4].filter { area + $0 + 4 == count }.map { Groups(area: area, last: area + $0) }
        }
    }

    /// Where the second and the third group of digits begin.
    private struct Groups {
        let area: Int
        let last: Int

        /// Whether `text` has nothing but digits, and hyphens only between the groups.
        func fits(_ text: [UInt8]) -> Bool {
            var digits = 0
            var hyphens: Set<Int> = []
            for byte in text {
                if byte.isDigit {
                    digits += 1
                } else {
                    let isHyphen = byte == UInt8(ascii: "-")
                    guard isHyphen, digits == area || digits == last, hyphens.insert(digits).inserted else {
                        return false
                    }
                }
            }
            return true
        }
    }
}

/// Why a text is no phone number. Carries data only.
public enum PhoneNumberError: Error, Hashable, Sendable {
    /// There is no text.
    case missing
    /// It is not of the form that numbers have.
    case malformed
}

extension PhoneNumber {
    private static let shortMiddle = 3
    private static let end = 4

    /// What was typed so far with hyphens where they belong, and everything but digits gone: `0212` becomes `02-12`.
    public static func hyphenated(_ text: String) -> String { hyphenated(text, caret: 0).text }

    /// The same, with a caret that stays behind the digit that it was behind. `caret` counts characters.
    public static func hyphenated(_ text: String, caret: Int) -> (text: String, caret: Int) {
        let digits = text.filter(\.isDecimalDigit)
        let before = text.prefix(max(0, caret)).count(where: \.isDecimalDigit)
        let area = digits.hasPrefix("02") ? 2 : 3
        let isLong = digits.count > area + shortMiddle + end
        let breaks = [area, area + shortMiddle + (isLong ? 1 : 0)]
        var result = ""
        var place = 0
        for (index, digit) in digits.enumerated() {
            if breaks.contains(index) { result += "-" }
            result.append(digit)
            if index + 1 == before { place = result.count }
        }
        return (result, place)
    }

    /// A number as the database has it, which took no other.
    init(kept digits: String) { self.digits = digits.filter(\.isDecimalDigit) }
}

extension Character {
    fileprivate var isDecimalDigit: Bool { ("0"..."9").contains(self) }
}

extension UInt8 {
    var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
    fileprivate var isSpace: Bool { self == UInt8(ascii: " ") || (0x09...0x0D).contains(self) }
}

extension [UInt8] {
    fileprivate var startsWithSeoul: Bool { starts(with: "02".utf8) }

    fileprivate var trimmed: [UInt8] {
        let start = firstIndex { !$0.isSpace } ?? endIndex
        let end = lastIndex { !$0.isSpace }.map { $0 + 1 } ?? start
        return Array(self[start..<Swift.max(start, end)])
    }
}
