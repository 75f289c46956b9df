import Foundation

/// A text that begins with a phone number. Its shape is checked first; separators are dropped afterwards: digits that
/// follow a complete number are an extension or another line, never part of it.
struct PhoneNumberText {
    let number: PhoneNumber
    /// What follows the number and is not an extension, such as `/8`, `(회사)` or a second number.
    let rest: String

    /// The number, if the text is nothing else.
    var wholeNumber: PhoneNumber? { rest.isEmpty ? number : nil }

    /// The separators that cards have between the groups of a number.
    private static let cardSeparators = Set("-.()/ \u{A0}\u{2010}\u{2011}\u{2012}\u{2013}")
    /// Those of a typed number, and of one with a country code.
    private static let typedSeparators: Set<Character> = ["-"]
    private static let countrySeparators = Set("-() \u{A0}\u{2010}\u{2011}\u{2012}\u{2013}")
    private static let countryCodes = ["+82", "0082"]

    /// Parses a typed number. Returns `nil` if the text does not begin with one.
    init?(typed text: String) {
        let found =
            PhoneNumberText.international(text, PhoneNumberText.countrySeparators)
            ?? PhoneNumberText.beginning(of: text[...], PhoneNumberText.typedSeparators)
        guard let found else { return nil }
        self.init(found.digits, text: text[found.end...], ignored: [])
    }

    /// Parses a number in the forms that cards use: a `tel:` URI or text, with or without a country code, with any
    /// separators. Returns `nil` if it does not begin with a Korean number.
    init?(card text: String) {
        let text = text.withoutInvisibleMarks.trimmedOfSpaces
        let scheme = "tel:"
        guard text.lowercased().hasPrefix(scheme) else {
            guard let found = PhoneNumberText.ofCard(text, isLocal: false) else { return nil }
            self.init(found.digits, text: text[found.end...], ignored: PhoneNumberText.cardSeparators)
            return
        }
        // RFC 3966: parameters follow the number.
        let parts = text.dropFirst(scheme.count).split(separator: ";", omittingEmptySubsequences: false)
        let digits = String(parts.first ?? "")
        let parameters = parts.dropFirst().map { $0.lowercased() }
        // A number with a Korean `phone-context` has no country code, whatever it begins with (5.1.5).
        let isLocal = parameters.contains("phone-context=+82")
        guard let found = PhoneNumberText.ofCard(digits, isLocal: isLocal) else { return nil }
        let named = parameters.first { $0.hasPrefix("ext=") }.map { ";\($0)" }
        self.init(
            found.digits, text: digits[found.end...] + (named ?? ""), ignored: PhoneNumberText.cardSeparators)
    }

    /// Separates what follows the number into an extension and the rest, which is none if it consists of `ignored`.
    private init(_ digits: String, text suffix: some StringProtocol, ignored: Set<Character>) {
        let suffix = String(suffix).trimmedOfSpaces
        let extensionDigits = PhoneNumberText.extensionDigits(in: suffix)
        number = PhoneNumber(digits: digits, extensionDigits: extensionDigits)
        rest = extensionDigits == nil && !suffix.allSatisfy(ignored.contains) ? suffix : ""
    }

    /// Whether `text` is a number with hyphens or spaces between its groups, and nothing else.
    static func isWhole(_ text: String) -> Bool {
        beginning(of: text[...], ["-", " "]).map { $0.end == text.endIndex } ?? false
    }
}

// The shape of a number.
extension PhoneNumberText {
    private typealias Found = (digits: String, end: String.Index)

    private static func ofCard(_ text: String, isLocal: Bool) -> Found? {
        if isLocal { return beginning(of: text[...], cardSeparators) }
        if let found = international(text, cardSeparators) { return found }
        if text.first(where: { $0 != "(" }) == "+" { return nil }
        if let found = beginning(of: text[...], cardSeparators) { return found }
        guard text.hasPrefix("82") else { return nil }
        return domestic(text.dropFirst(2), cardSeparators)
    }

    /// Parses a number with the country code of Korea, whose parts may be in parentheses.
    private static func international(_ text: String, _ separators: Set<Character>) -> Found? {
        let start = text.drop { $0 == "(" }
        guard let code = countryCodes.first(where: start.hasPrefix) else { return nil }
        return domestic(start.dropFirst(code.count), separators)
    }

    /// Parses what follows a country code, which the 0 of the area code is omitted after, or has in parentheses.
    private static func domestic(_ text: Substring, _ separators: Set<Character>) -> Found? {
        let number = text.drop { separators.contains($0) }
        guard number.first == "0" else {
            return beginning(of: number, separators) ?? beginning(of: number, separators, after: "0")
        }
        let rest = number.dropFirst().drop { separators.contains($0) }
        return beginning(of: rest, separators, after: "0") ?? beginning(of: number, separators)
    }

    /// The most separators between two groups, as in `(02) 123-4567`.
    private static let maxSeparators = 3

    /// Returns the longest beginning of `text` that is a number: its digits, after those of `prefix`, with separators
    /// between its groups only.
    private static func beginning(
        of text: Substring, _ separators: Set<Character>, after prefix: String = ""
    ) -> Found? {
        var (digits, breaks) = (Array(prefix.utf8), [Int]())
        var found: Found?
        // A typed number has one hyphen at most between two groups.
        let limit = separators == typedSeparators ? 1 : maxSeparators
        var run = 0
        var index = separators.contains("(") ? text.firstIndex { $0 != "(" } ?? text.endIndex : text.startIndex
        while index < text.endIndex {
            let character = text[index]
            if character.isDecimalDigit, let digit = character.asciiValue {
                if run > 0 { breaks.append(digits.count) }
                run = 0
                digits.append(digit)
                let next = text.index(after: index)
                let isEndOfGroup = next == text.endIndex || !text[next].isDecimalDigit
                if isEndOfGroup, fits(digits, breaks) { found = (String(decoding: digits, as: UTF8.self), next) }
            } else {
                run += 1
                guard separators.contains(character), run <= limit, digits.count > prefix.utf8.count else { break }
            }
            index = text.index(after: index)
        }
        return found
    }

    private static func fits(_ digits: [UInt8], _ breaks: [Int]) -> Bool {
        PhoneNumber.breaks(ofWhole: digits).contains { whole in breaks.allSatisfy(whole.contains) }
    }
}

// Extensions.
extension PhoneNumberText {
    private static let maxExtensionDigits = 6
    /// What precedes an extension; the longer marks come first. `p` and `w` are the pauses of older telephones.
    private static let extensionMarks = [";ext=", "내선번호", "내선", "extension", "ext.", "ext", "x", "#", "p", "w"]
    private static let pauses: Set<Character> = [",", ";"]

    /// Returns the digits of the extension that `suffix` consists of; `nil` if it is something else.
    private static func extensionDigits(in suffix: String) -> String? {
        var text = suffix[...]
        if text.first == "(", text.last == ")" { text = text.dropFirst().dropLast() }
        text = text.drop { $0 == " " }
        let marked: Substring
        if let mark = extensionMarks.first(where: { text.lowercased().hasPrefix($0) }) {
            marked = text.dropFirst(mark.count).drop { $0 == " " || $0 == ":" || $0 == "." }
        } else {
            marked = text.drop { pauses.contains($0) }
            guard marked.startIndex != text.startIndex else { return nil }
            if extensionMarks.contains(where: { marked.lowercased().hasPrefix($0) }) {
                return extensionDigits(in: String(marked))
            }
        }
        let digits = marked.filter { $0 != " " }
        guard (1...maxExtensionDigits).contains(digits.count), digits.allSatisfy(\.isDecimalDigit) else { return nil }
        return digits
    }
}

extension String {
    /// The text without marks that are invisible and change the direction of writing, or mark the beginning of a file:
    /// telephones put them around numbers.
    var withoutInvisibleMarks: String {
        guard unicodeScalars.contains(where: \.isInvisibleMark) else { return self }
        return String(String.UnicodeScalarView(unicodeScalars.filter { !$0.isInvisibleMark }))
    }

    /// The text without white space at its ends.
    var trimmedOfSpaces: String { trimmingCharacters(in: .whitespacesAndNewlines) }
}

extension Unicode.Scalar {
    fileprivate var isInvisibleMark: Bool {
        switch value {
        case 0x200B...0x200F, 0x202A...0x202E, 0x2060...0x2064, 0x2066...0x2069, 0xFEFF: true
        default: false
        }
    }
}
