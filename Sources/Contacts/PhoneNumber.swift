/// A Korean phone number: an area code of two or three digits that begins with 0, followed by three or four digits and
/// four more; a personal number (0507-1234-5678); or a company number without an area code (1588-1234). Two numbers are
/// equal if their digits are, regardless of hyphens.
public struct PhoneNumber: Hashable, Sendable, CustomStringConvertible {
    /// The digits without hyphens, 8 to 12 of them. This is the stored form.
    public let digits: String

    /// Parses a typed number: `^0\d{1,2}-?\d{3,4}-?\d{4}$`, where a number that begins with 02 has the area code 02,
    /// `^050[2-8]-?\d{3,4}-?\d{4}$`, or `^1[568]\d\d-?\d{4}$`. Surrounding white space is ignored. Throws
    /// `PhoneNumberError`.
    public init(_ text: String) throws(PhoneNumberError) {
        let bytes = Array(text.utf8).trimmed
        guard !bytes.isEmpty else { throw .missing }
        let digits = bytes.filter(\.isDigit)
        guard PhoneNumber.shapes(of: digits).contains(where: { $0.fits(bytes) }) else { throw .malformed }
        self.digits = String(decoding: digits, as: UTF8.self)
    }

    /// The number with hyphens: `010-1234-5678`, `02-123-4567`, `1588-1234`.
    public var description: String {
        let bytes = Array(digits.utf8)
        guard let shape = PhoneNumber.shapes(of: bytes).first else { return digits }
        let starts = [0] + shape.breaks
        let groups = zip(starts, shape.breaks + [bytes.count]).map { bytes[$0..<$1] }
        return groups.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "-")
    }

    /// Returns the valid groupings of the digits, the canonical one first; empty if they are not a number.
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

    /// The offsets at which the groups after the first one begin.
    private struct Shape {
        let breaks: [Int]

        /// Returns whether `text` consists of digits, with hyphens only between the groups.
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

/// The reason why a text is not a phone number. It carries data only.
public enum PhoneNumberError: Error, Hashable, Sendable {
    /// The text is empty.
    case missing
    /// The text does not have a valid format.
    case malformed
}

extension PhoneNumber {
    private static let shortMiddle = 3
    private static let end = 4

    /// Formats a partially typed number with hyphens, removing everything but digits: `0212` becomes `02-12`.
    public static func hyphenated(_ text: String) -> String { hyphenated(text, caret: 0).text }

    /// Formats a partially typed number and moves the caret so that it stays behind the same digit. `caret` counts
    /// characters.
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

    /// Returns the offsets of the hyphens in a number that may be incomplete.
    private static func breaks(of digits: [UInt8]) -> [Int] {
        if digits.isOfCompany { return [companyDigits - end] }
        let area = digits.startsWithSeoul ? 2 : digits.isPersonal ? 4 : 3
        let isLong = digits.count > area + shortMiddle + end
        return [area, area + shortMiddle + (isLong ? 1 : 0)]
    }

    /// Creates a number from its stored form, which was validated before it was stored.
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

    /// Whether the number begins with 0502 to 0508: personal or virtual numbers that forward to another one.
    fileprivate var isPersonal: Bool {
        count > 3 && starts(with: "050".utf8) && (UInt8(ascii: "2")...UInt8(ascii: "8")).contains(self[3])
    }

    /// Whether the number begins like a company number: 15xx, 16xx or 18xx.
    fileprivate var isOfCompany: Bool { count > 1 && first == UInt8(ascii: "1") && "568".utf8.contains(self[1]) }

    fileprivate var trimmed: [UInt8] {
        let start = firstIndex { !$0.isSpace } ?? endIndex
        let end = lastIndex { !$0.isSpace }.map { $0 + 1 } ?? start
        return Array(self[start..<Swift.max(start, end)])
    }
}
