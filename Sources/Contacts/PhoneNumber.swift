/// A Korean phone number: an area code of two or three digits that begins with 0, followed by three or four digits and
/// four more; a personal number (0507-1234-5678); or a company number without an area code (1588-1234). Two of them are
/// equal if their digits and their extensions are, regardless of hyphens. Or a number of another country with its
/// country code, which stays as it was written. Both may have an extension.
public struct PhoneNumber: Hashable, Sendable, CustomStringConvertible {
    /// The digits of a Korean number without hyphens, 8 to 12 of them; or a foreign number as it was written, in one line.
    private let main: String
    /// The digits of the extension, 1 to 6 of them; `nil` if there is none.
    public let extensionDigits: String?

    init(main: String, extensionDigits: String?) {
        self.main = main
        self.extensionDigits = extensionDigits
    }

    /// Whether it is a number of another country.
    public var isForeign: Bool {
        // Nearly all numbers are Korean and begin with a single zero.
        let bytes = main.utf8
        if bytes.first == UInt8(ascii: "0"), bytes.dropFirst().first != UInt8(ascii: "0") { return false }
        return !bytes.allSatisfy(\.isDigit) || PhoneNumber.breaks(ofWhole: Array(bytes)).isEmpty
    }

    /// The digits without hyphens: 8 to 12 of a Korean number; 7 to 15 of a foreign one, after a plus sign or 00.
    public var digits: String {
        isForeign ? (main.contains("+") ? "+" : "") + main.filter(\.isDecimalDigit) : main
    }

    /// Parses a typed number: `^0\d{1,2}-?\d{3,4}-?\d{4}$`, where a number that begins with 02 has the area code 02,
    /// `^050[2-8]-?\d{3,4}-?\d{4}$`, or `^1[568]\d\d-?\d{4}$`; or one with a country code, such as `+82 10-1234-5678`, or
    /// `+1 415-555-0100`. An extension may follow, such as `;22` or `내선 22`. Surrounding white space and invisible marks are ignored. Throws
    /// `PhoneNumberError`.
    public init(_ text: String) throws(PhoneNumberError) {
        let text = text.withoutInvisibleMarks.trimmedOfSpaces
        guard !text.isEmpty else { throw .missing }
        let number = PhoneNumberText(typed: text)
        guard let number, number.rest.isEmpty else { throw .malformed }
        self = number.number
    }

    /// The number with hyphens, and with its extension as telephones write it: `010-1234-5678`, `02-123-4567;22`.
    public var description: String { mainNumber + (extensionDigits.map { ";\($0)" } ?? "") }

    /// The number with hyphens and without its extension; a foreign one as it was written.
    public var mainNumber: String {
        guard !isForeign else { return main }
        let bytes = Array(main.utf8)
        guard let breaks = PhoneNumber.breaks(ofWhole: bytes).first else { return main }
        let starts = [0] + breaks
        let groups = zip(starts, breaks + [bytes.count]).map { bytes[$0..<$1] }
        return groups.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "-")
    }

    /// Returns the valid groupings of the digits, the canonical one first, as the offsets at which the groups after the
    /// first one begin; empty if the digits are not a number.
    static func breaks(ofWhole digits: [UInt8]) -> [[Int]] {
        guard digits.first == UInt8(ascii: "0") else {
            return digits.count == companyDigits && digits.isOfCompany ? [[4]] : []
        }
        let areas = digits.isPersonal ? [4, 3] : digits.startsWithSeoul ? [2] : [3, 2]
        return areas.flatMap { area in
            [3, 4].filter { area + $0 + 4 == digits.count }.map { [area, area + $0] }
        }
    }

    private static let companyDigits = 8
}

/// The reason why a text is not a phone number. It carries data only.
public enum PhoneNumberError: Error, Hashable, Sendable {
    /// The text is empty.
    case missing
    /// The text does not have a valid format.
    case malformed
}

// The stored form.
extension PhoneNumber {
    private static let mark: Character = ";"

    /// The stored form: the digits, or a foreign number as it was written, and the extension after a semicolon.
    var kept: String { main + (extensionDigits.map { "\(PhoneNumber.mark)\($0)" } ?? "") }

    /// The text by which it is found: the stored form, of a foreign number its digits.
    var searchText: String { isForeign ? digits : kept }

    /// Creates a number from its stored form, which was validated before it was stored.
    init(kept text: String) {
        guard text.utf8.contains(where: { !$0.isDigit }) else {
            (main, extensionDigits) = (text, nil)
            return
        }
        let parts = text.split(separator: PhoneNumber.mark, maxSplits: 1)
        main = parts.first.map(String.init) ?? ""
        extensionDigits = parts.count > 1 ? parts[1].filter(\.isDecimalDigit) : nil
    }
}

// Numbers that are being typed.
extension PhoneNumber {
    private static let shortMiddle = 3
    private static let end = 4

    /// Formats a partially typed number with hyphens: `0212` becomes `02-12`, and `+82 10-1234-5678` becomes
    /// `010-1234-5678`. An extension gets its mark; what else follows the number is not touched.
    public static func hyphenated(_ text: String) -> String { hyphenated(text, caret: 0).text }

    /// Formats a partially typed number and moves the caret so that it stays behind the same digit. `caret` counts
    /// characters.
    public static func hyphenated(_ text: String, caret: Int) -> (text: String, caret: Int) {
        let typed = TypedNumber(text)
        if let whole = PhoneNumberText(card: text), whole.rest.isEmpty {
            let number = whole.number
            guard !number.isForeign else { return (text, caret) }
            // The caret of a number that was pasted with a country code has no digit to stay behind.
            guard typed.digits == number.digits else { return (number.description, number.description.count) }
            return typed.formatted(
                number.mainNumber, rest: number.extensionDigits.map { ";\($0)" } ?? typed.rest, caret: caret)
        }
        if typed.hasCountryCode { return (text, caret) }
        return typed.formatted(grouped(typed.digits), rest: typed.rest, caret: caret)
    }

    private static func grouped(_ digits: String) -> String {
        let breaks = breaks(ofPart: Array(digits.utf8))
        return digits.enumerated().reduce(into: "") { result, digit in
            if breaks.contains(digit.offset) { result += "-" }
            result.append(digit.element)
        }
    }

    /// Returns the offsets of the hyphens in a number that may be incomplete.
    private static func breaks(ofPart digits: [UInt8]) -> [Int] {
        if digits.isOfCompany { return [companyDigits - end] }
        let area = digits.startsWithSeoul ? 2 : digits.isPersonal ? 4 : 3
        let isLong = digits.count > area + shortMiddle + end
        return [area, area + shortMiddle + (isLong ? 1 : 0)]
    }
}

/// A text in the field of a number: the number's digits, and what follows the number, which is not part of it.
private struct TypedNumber {
    private let characters: [Character]
    /// The offset at which the rest begins.
    private let end: Int
    let digits: String
    let hasCountryCode: Bool

    init(_ text: String) {
        characters = Array(text)
        hasCountryCode = characters.first { !$0.isWhitespace } == "+"
        end = TypedNumber.end(of: characters)
        digits = String(characters[..<end].filter(\.isDecimalDigit))
    }

    var rest: String { String(characters[end...]) }

    /// Returns `number` and `rest`, with the caret behind the same digit, or as far from the end as before.
    func formatted(_ number: String, rest: String, caret: Int) -> (text: String, caret: Int) {
        guard caret <= end else {
            let behind = min(rest.count, characters.count - min(caret, characters.count))
            return (number + rest, number.count + rest.count - behind)
        }
        let before = characters.prefix(max(0, caret)).count(where: \.isDecimalDigit)
        var position = 0
        var seen = 0
        for (index, character) in number.enumerated() where seen < before && character.isDecimalDigit {
            seen += 1
            position = index + 1
        }
        return (number + rest, position)
    }

    /// The number ends before a character that it cannot have, and before a digit that follows a complete one after a
    /// separator: it belongs to something else. A letter within a number is a slip, and no end.
    private static func end(of characters: [Character]) -> Int {
        guard let first = characters.firstIndex(where: \.isDecimalDigit) else { return characters.count }
        var separator: Int?
        for index in first..<characters.count {
            let character = characters[index]
            if character.isDecimalDigit {
                if let separator, PhoneNumberText.isWhole(String(characters[first..<separator])) { return separator }
                separator = nil
            } else if character == "-" || character == " " {
                separator = separator ?? index
            } else if !character.isLetter || PhoneNumberText.isWhole(String(characters[first..<(separator ?? index)])) {
                return separator ?? index
            }
        }
        return characters.count
    }
}

extension Character {
    var isDecimalDigit: Bool { ("0"..."9").contains(self) }
}

extension UInt8 {
    var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
}

extension [UInt8] {
    fileprivate var startsWithSeoul: Bool { starts(with: "02".utf8) }

    /// Whether the number begins with 0502 to 0508: personal or virtual numbers that forward to another one.
    fileprivate var isPersonal: Bool {
        count > 3 && starts(with: "050".utf8) && (UInt8(ascii: "2")...UInt8(ascii: "8")).contains(self[3])
    }

    /// Whether the number begins like a company number: 15xx, 16xx or 18xx.
    fileprivate var isOfCompany: Bool { count > 1 && first == UInt8(ascii: "1") && "568".utf8.contains(self[1]) }
}
