import Foundation
import TerminalText

/// A text that begins with a phone number. Its shape is checked first; separators are dropped afterwards: digits that
/// follow a complete number are an extension or another line, never part of it.
struct PhoneNumberText {
    let number: PhoneNumber
    /// What follows the number and is not an extension, such as `/8`, `(회사)` or a second number.
    let rest: String

    /// The number, if the text is nothing else.
    var wholeNumber: PhoneNumber? { rest.isEmpty ? number : nil }

    /// The separators that cards have between the groups of a number.
    private static let cardSeparators = Set("-.()/ ").union(marks)
    /// Those of a typed number, and of one with a country code.
    private static let typedSeparators: Set<Character> = ["-"]
    private static let countrySeparators = Set("-() ").union(marks)
    private static let foreignSeparators = Set("-.() ").union(marks)
    /// Blanks and hyphens of texts that were typeset: those that no line breaks at, narrow ones, those of tables.
    private static let marks = Set(
        "\u{A0}\u{2007}\u{2009}\u{202F}\u{3000}\u{2010}\u{2011}\u{2012}\u{2013}\u{2014}\u{2212}\u{FF0D}")
    private static let countryCodes = ["+82", "0082"]

    /// Parses a typed number. Returns `nil` if the text does not begin with one.
    init?(typed text: String) {
        let found =
            PhoneNumberText.international(text, PhoneNumberText.countrySeparators)
            ?? PhoneNumberText.beginning(of: text[...], PhoneNumberText.typedSeparators)
            ?? PhoneNumberText.foreign(text)
        guard let found else { return nil }
        self.init(found, in: text, ignored: [])
    }

    /// Parses a number in the forms that cards use: a `tel:` URI or text, with or without a country code, with any
    /// separators. Returns `nil` if it does not begin with a Korean number or one with a country code.
    init?(card text: String) {
        let text = text.withoutInvisibleMarks.trimmedOfSpaces
        let scheme = "tel:"
        guard text.lowercased().hasPrefix(scheme) else {
            guard let found = PhoneNumberText.ofCard(text, isLocal: false) else { return nil }
            self.init(found, in: text, ignored: PhoneNumberText.cardSeparators)
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
        self.init(found, in: digits, named: named ?? "", ignored: PhoneNumberText.cardSeparators)
    }

    /// Separates what follows the number in `text`, and in the parameter `named`, into an extension and the rest, which is
    /// none if it consists of `ignored`.
    private init(_ found: Found, in text: String, named: String = "", ignored: Set<Character>) {
        let suffix = (text[found.end...] + named).trimmedOfSpaces
        let extensionDigits = PhoneNumberText.extensionDigits(in: suffix)
        number = PhoneNumber(
            main: found.digits ?? PlainText(String(text[..<found.end])).string, extensionDigits: extensionDigits)
        rest = extensionDigits == nil && !suffix.allSatisfy(ignored.contains) ? suffix : ""
    }

    /// Whether `text` is a number with hyphens or spaces between its groups, and nothing else.
    static func isWhole(_ text: String) -> Bool {
        beginning(of: text[...], ["-", " "]).map { $0.end == text.endIndex } ?? false
    }
}

// The shape of a number.
extension PhoneNumberText {
    private struct Found {
        /// `nil` for a foreign number, which is everything before the end.
        let digits: String?
        let end: String.Index
    }

    private static func ofCard(_ text: String, isLocal: Bool) -> Found? {
        if isLocal { return beginning(of: text[...], cardSeparators) ?? foreign(text) }
        if let found = international(text, cardSeparators) { return found }
        if text.first(where: { $0 != "(" }) == "+" { return foreign(text) }
        if let found = beginning(of: text[...], cardSeparators) { return found }
        guard text.hasPrefix("82") else { return foreign(text) }
        return domestic(text.dropFirst(2), cardSeparators)
    }

    /// The number of digits of a number with its country code (E.164).
    private static let foreignDigits = 7...15

    /// Parses a number with the country code of another country: as many digits as follow it, with separators between
    /// them.
    private static func foreign(_ text: String) -> Found? {
        let start = text.drop { $0 == "(" }
        guard let prefix = ["+", "00"].first(where: start.hasPrefix), !countryCodes.contains(where: start.hasPrefix)
        else { return nil }
        var (digits, end, run) = ("", start.startIndex, 0)
        for index in start.indices.dropFirst(prefix.count) where digits.count <= foreignDigits.upperBound {
            let character = start[index]
            if character.isDecimalDigit {
                digits.append(character)
                (end, run) = (start.index(after: index), 0)
            } else {
                run += 1
                guard foreignSeparators.contains(character), run <= maxSeparators else { break }
            }
        }
        return foreignDigits.contains(digits.count) && digits.first != "0" ? Found(digits: nil, end: end) : nil
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
                if isEndOfGroup, fits(digits, breaks) {
                    found = Found(digits: String(decoding: digits, as: UTF8.self), end: next)
                }
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
        text = text.drop(while: \.isWhitespace)
        let marked: Substring
        if let mark = extensionMarks.first(where: { text.lowercased().hasPrefix($0) }) {
            marked = text.dropFirst(mark.count).drop { $0.isWhitespace || $0 == ":" || $0 == "." }
        } else {
            marked = text.drop { pauses.contains($0) }
            guard marked.startIndex != text.startIndex else { return nil }
            if extensionMarks.contains(where: { marked.lowercased().hasPrefix($0) }) {
                return extensionDigits(in: String(marked))
            }
        }
        let digits = marked.filter { !$0.isWhitespace }
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
        case 0xAD, 0x200B...0x200F, 0x202A...0x202E, 0x2060...0x2064, 0x2066...0x2069, 0xFEFF: true
        default: false
        }
    }
}
