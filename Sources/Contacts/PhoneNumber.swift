/// A Korean phone number: an area code of two or three digits that begins with 0, three or four digits, and four more;
/// one that follows its owner (0507-1234-5678); or one of a company that has no area code (1588-1234). Two numbers are
/// the same when their digits are, wherever hyphens were typed.
public struct PhoneNumber: Hashable, Sendable, CustomStringConvertible {
    /// The digits alone, 8 to 12 of them: what the number is, and what is stored.
    public let digits: String

    /// Reads what somebody typed: `^0\d{1,2}-?\d{3,4}-?\d{4}$`, where an area code that begins with 02 is 02 alone,
    /// `^050\d-?\d{3,4}-?\d{4}$`, or `^1[568]\d\d-?\d{4}$`. White space around it does not count.
    public init(_ text: String) throws(PhoneNumberError) {
        let bytes = Array(text.utf8).trimmed
        guard !bytes.isEmpty else { throw .missing }
        let digits = bytes.filter(\.isDigit)
        guard PhoneNumber.shapes(of: digits).contains(where: { $0.fits(bytes) }) else { throw .malformed }
        self.digits = String(decoding: digits, as: UTF8.self)
    }

    /// With hyphens: `010-1234-5678`, `02-123-4567`, `1588-1234`.
    public var description: String {
        let bytes = Array(digits.utf8)
        guard let shape = PhoneNumber.shapes(of: bytes).first else { return digits }
        let starts = [0] + shape.breaks
        let groups = zip(starts, shape.breaks + [bytes.count]).map { bytes[$0..<$1] }
        return groups.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "-")
    }

    /// How the digits can be parted; the first is how they are written. None for those of no number.
    private static func shapes(of digits: [UInt8]) -> [Shape] {
        guard digits.first == UInt8(ascii: "0") else {
            return digits.count == companyDigits && digits.isOfCompany ? [Shape(breaks: [4])] : []
        }
        let areas = digits.isPersonal ? [4, 3] : digits.startsWithSeoul ? [2] : [3, 2]
        return areas.flatMap { area in
            [3, 4].filter { area + $0 + 4 == digits.count }.map { Shape(breaks: [area, area + $0]) }
        }
    }

    fileprivate static let companyDigits = 8

    /// Where the groups of digits behind the first one begin.
    private struct Shape {
        let breaks: [Int]

        /// Whether `text` has nothing but digits, and hyphens only between the groups.
        func fits(_ text: [UInt8]) -> Bool {
            var digits = 0
            var hyphens: Set<Int> = []
            for byte in text {
                if byte.isDigit {
                    digits += 1
                } else {
                    let isHyphen = byte == UInt8(ascii: "-")
                    guard isHyphen, breaks.contains(digits), hyphens.insert(digits).inserted else { return false }
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
        let breaks = breaks(of: Array(digits.utf8))
        var result = ""
        var place = 0
        for (index, digit) in digits.enumerated() {
            if breaks.contains(index) { result += "-" }
            result.append(digit)
            if index + 1 == before { place = result.count }
        }
        return (result, place)
    }

    /// Where hyphens belong in what may be the beginning of a number.
    private static func breaks(of digits: [UInt8]) -> [Int] {
        if digits.isOfCompany { return [companyDigits - end] }
        let area = digits.startsWithSeoul ? 2 : digits.isPersonal ? 4 : 3
        let isLong = digits.count > area + shortMiddle + end
        return [area, area + shortMiddle + (isLong ? 1 : 0)]
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

    /// 0502 to 0508: numbers that follow their owner, or stand for another one.
    fileprivate var isPersonal: Bool {
        count > 3 && starts(with: "050".utf8) && (UInt8(ascii: "2")...UInt8(ascii: "8")).contains(self[3])
    }

    /// 15xx, 16xx and 18xx.
    fileprivate var isOfCompany: Bool { count > 1 && first == UInt8(ascii: "1") && "568".utf8.contains(self[1]) }

    fileprivate var trimmed: [UInt8] {
        let start = firstIndex { !$0.isSpace } ?? endIndex
        let end = lastIndex { !$0.isSpace }.map { $0 + 1 } ?? start
        return Array(self[start..<Swift.max(start, end)])
    }
}
