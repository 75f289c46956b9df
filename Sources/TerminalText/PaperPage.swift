import Foundation

/// The encoding of texts for a printer. The raw value is its name in settings and files.
public enum PaperCharset: String, Hashable, Sendable, Codable, CaseIterable {
    /// That of Korean printers: a character of one byte is one column wide, one of two bytes two columns.
    case cp949
    case utf8 = "utf-8"

    private var charset: TextCharset { self == .cp949 ? .korean : .utf8 }

    /// The columns that the printer gives to a character of this encoding.
    package func columns(of character: Character) -> Int {
        switch self {
        case .utf8: ColumnWidth.of(character)
        case .cp949: character.isPlainASCII ? 1 : character.isSyllable ? 2 : bytes(of: String(character)).count
        }
    }

    /// Returns the bytes of a text all of whose characters are in this encoding.
    func bytes(of text: String) -> [UInt8] { charset.bytes(of: text) ?? [] }

    private func has(_ text: String) -> Bool {
        guard let bytes = charset.bytes(of: text) else { return false }
        return !bytes.contains { $0 < 0x20 || $0 == 0x7F }
    }

    /// Returns the character if this encoding has it, else the closest form in it; `nil` if there is none.
    func closest(to character: Character) -> String? {
        let text = String(character)
        if character.isPlainASCII || character.isSyllable { return text }
        let canonical = text.precomposedStringWithCanonicalMapping
        if has(canonical) { return canonical }
        if self == .utf8 { return nil }
        let letters = canonical.decomposedStringWithCompatibilityMapping.unicodeScalars.filter {
            !$0.properties.generalCategory.isMark
        }
        let forms = [
            canonical.precomposedStringWithCompatibilityMapping,
            String(String.UnicodeScalarView(letters)).precomposedStringWithCanonicalMapping,
        ]
        return forms.first { !$0.isEmpty && has($0) }
            ?? charset.transliterated(canonical).flatMap { has($0) ? $0 : nil }
    }
}

extension Character {
    fileprivate var isPlainASCII: Bool { asciiValue.map { (0x20...0x7E).contains($0) } ?? false }

    /// Whether this is one precomposed syllable, all of which CP949 has.
    fileprivate var isSyllable: Bool {
        let scalars = unicodeScalars
        return scalars.first.map { (0xAC00...0xD7A3).contains($0.value) } ?? false && scalars.count == 1
    }
}

extension Unicode.GeneralCategory {
    fileprivate var isMark: Bool { [.nonspacingMark, .spacingMark, .enclosingMark].contains(self) }
}

/// Lines of text for a roll of paper. No line is wider than the paper, and texts are broken between graphemes only.
public struct PaperPage: Hashable, Sendable {
    /// In columns of the encoding.
    public let width: Int
    public let charset: PaperCharset
    /// All characters of them are in the encoding.
    public private(set) var lines: [String] = []
    /// The number of characters that the encoding lacks, for each of which its closest form or `?` stands.
    public private(set) var replaced = 0

    public init(width: Int, charset: PaperCharset) {
        self.width = max(1, width)
        self.charset = charset
    }

    public static let rule: Character = "-"

    /// The lines, each with a line feed.
    public var text: String { lines.map { $0 + "\n" }.joined() }

    public var bytes: [UInt8] { lines.flatMap { charset.bytes(of: $0) + [0x0A] } }

    public mutating func addRule() { lines.append(String(repeating: PaperPage.rule, count: width)) }

    /// Adds a text, broken at spaces where that is possible. An empty text is an empty line.
    public mutating func add(_ text: String, indent: Int = 0) {
        let indent = min(indent, width / 2)
        let parts = wrapped(written(text), width: width - indent)
        lines += parts.map { String(repeating: " ", count: indent) + $0 }
        if parts.isEmpty { lines.append("") }
    }

    public mutating func add(centred text: String) {
        for part in wrapped(written(text), width: width) {
            lines.append(String(repeating: " ", count: (width - columns(of: part)) / 2) + part)
        }
    }

    /// Adds a text at the left and one at the right, on one line if they fit.
    public mutating func add(_ left: String, _ right: String, indent: Int = 0) {
        let start = String(repeating: " ", count: min(indent, width / 2))
        let (left, right) = (written(left), written(right))
        let free = width - start.count - columns(of: left) - columns(of: right)
        guard free < 1 else { return lines.append(start + left + String(repeating: " ", count: free) + right) }
        lines += wrapped(left, width: width - start.count).map { start + $0 }
        lines += wrapped(right, width: width).map { String(repeating: " ", count: width - columns(of: $0)) + $0 }
    }

    public mutating func add(_ page: PaperPage) {
        lines += page.lines
        replaced += page.replaced
    }

    private func columns(of text: String) -> Int { text.reduce(0) { $0 + charset.columns(of: $1) } }

    /// Returns the text in characters of the encoding.
    private mutating func written(_ text: String) -> String {
        var result = ""
        for character in text {
            let form = charset.closest(to: character)
            if form != String(character) { replaced += 1 }
            result += form ?? "?"
        }
        return result
    }

    private func wrapped(_ text: String, width: Int) -> [String] {
        var (rest, lines) = (text[...], [String]())
        while !rest.isEmpty {
            var (used, end) = (0, rest.startIndex)
            while end < rest.endIndex {
                used += charset.columns(of: rest[end])
                guard used <= width else { break }
                end = rest.index(after: end)
            }
            // A character that is wider than the paper is left out.
            guard end > rest.startIndex else {
                rest = rest.dropFirst()
                continue
            }
            if end < rest.endIndex, rest[end] != " ", let space = rest[..<end].lastIndex(of: " "),
                space > rest.startIndex
            {
                end = space
            }
            lines.append(String(rest[..<end]))
            rest = rest[end...].drop { $0 == " " }
        }
        return lines
    }
}
