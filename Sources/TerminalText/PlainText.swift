import Foundation

/// Text that is safe to print on a terminal: one line without control characters, escape sequences, direction overrides
/// or invisible characters, with at most two marks on a letter and a limited length.
///
/// All text from a server, a file or the keyboard is converted to `PlainText` where it enters the program, so that
/// later code can rely on it.
public struct PlainText: Hashable, Sendable, Comparable, ExpressibleByStringLiteral, CustomStringConvertible {
    public let string: String

    /// The default maximum number of scalars: more than the widest screen shows, but small enough to prevent flooding.
    public static let defaultLimit = 512

    /// Sanitises `raw`: whitespace, including line breaks and tabs, collapses to one space, undisplayable characters
    /// become `?`, and characters that are invisible or control the terminal are removed. Keeps at most `limit`
    /// scalars.
    public init(_ raw: String, limit: Int = PlainText.defaultLimit) {
        if raw.utf8.count <= limit, raw.isPlainAlready {
            string = raw
        } else {
            var filter = PlainTextFilter(limit: limit)
            // Truncated before normalisation, whose cost grows with the length of the text.
            let bounded = String(String.UnicodeScalarView(raw.unicodeScalars.prefix(limit * 4)))
            for scalar in bounded.precomposedStringWithCanonicalMapping.unicodeScalars where filter.accept(scalar) {}
            string = filter.finish()
        }
    }

    public init(stringLiteral value: String) { self.init(value) }

    public var description: String { string }
    public var isEmpty: Bool { string.isEmpty }
    public var columns: Int { string.columns }

    public static func < (left: PlainText, right: PlainText) -> Bool { left.string < right.string }
}

extension PlainText: Codable {
    public init(from decoder: any Decoder) throws {
        self.init(try decoder.singleValueContainer().decode(String.self))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(string)
    }
}

extension String {
    /// Whether every byte is printable ASCII or part of a Hangul syllable, with single spaces between words. True for
    /// nearly all real text, and checked without decoding scalars.
    fileprivate var isPlainAlready: Bool {
        var copy = self
        return copy.withUTF8 { bytes in
            var index = 0
            var afterSpace = true
            while index < bytes.count {
                let byte = bytes[index]
                switch byte {
                case 0x20:
                    if afterSpace { return false }
                    afterSpace = true
                    index += 1
                case 0x21...0x7E:
                    afterSpace = false
                    index += 1
                case 0xEB, 0xEC:
                    // EB 80 80 ... EC BF BF is U+B000...U+CFFF: inside the Hangul syllables.
                    afterSpace = false
                    index += 3
                case 0xEA where bytes[index + 1] >= 0xB0:
                    // EA B0 80 is U+AC00, the first syllable.
                    afterSpace = false
                    index += 3
                case 0xED where bytes[index + 1] < 0x9E || bytes[index + 1] == 0x9E && bytes[index + 2] <= 0xA3:
                    // The syllables end at U+D7A3, which is ED 9E A3.
                    afterSpace = false
                    index += 3
                default:
                    return false
                }
            }
            return bytes.isEmpty || !afterSpace
        }
    }
}

/// A filter that decides for each scalar of untrusted text what is kept.
private struct PlainTextFilter {
    private static let marksOnALetter = 2
    private static let unknown: Unicode.Scalar = "?"

    private var kept = String.UnicodeScalarView()
    private var room: Int
    private var marks = 0
    private var pendingSpace = false
    private var joined = false
    private var lastIsEmoji = false

    init(limit: Int) { room = limit }

    /// Processes the next scalar. Returns `false` once the limit is reached.
    mutating func accept(_ scalar: Unicode.Scalar) -> Bool {
        switch PlainTextFilter.kind(of: scalar) {
        case .space: pendingSpace = !kept.isEmpty
        case .hidden: break
        case .joiner: joined = lastIsEmoji
        case .mark: addMark(scalar)
        case .unshowable: addLetter(PlainTextFilter.unknown, isEmoji: false)
        case .modifier where lastIsEmoji && !pendingSpace: break
        case .modifier, .letter: addLetter(scalar, isEmoji: scalar.properties.isEmojiPresentation)
        }
        return room > 0
    }

    func finish() -> String { String(kept) }

    private mutating func addMark(_ scalar: Unicode.Scalar) {
        guard !kept.isEmpty, !pendingSpace, marks < PlainTextFilter.marksOnALetter else { return }
        marks += 1
        append(scalar)
    }

    private mutating func addLetter(_ scalar: Unicode.Scalar, isEmoji: Bool) {
        if pendingSpace { append(" ") }
        // Some terminals show a joined emoji as one picture and others as several side by side. Only the first is kept,
        // so that both give it the same width.
        let partOfPrevious = joined && !pendingSpace
        pendingSpace = false
        joined = false
        guard !partOfPrevious else { return }
        marks = 0
        lastIsEmoji = isEmoji
        append(scalar)
    }

    private mutating func append(_ scalar: Unicode.Scalar) {
        guard room > 0 else { return }
        kept.append(scalar)
        room -= 1
    }

    private enum Kind { case letter, mark, space, hidden, joiner, modifier, unshowable }

    private static func kind(of scalar: Unicode.Scalar) -> Kind {
        switch scalar.value {
        case 0x09...0x0D, 0x20, 0x85, 0xA0, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000: return .space
        case 0x00...0x1F, 0x7F...0x9F: return .hidden
        case 0x200D: return .joiner
        case 0x1F3FB...0x1F3FF: return .modifier
        case 0x115F, 0x1160, 0x3164, 0xFFA0: return .hidden  // Hangul fillers: blank, and of disputed width
        case 0x10EEEE: return .unshowable  // Stands for a part of a picture in some terminals, any that they have
        default: break
        }
        if scalar.properties.generalCategory == .format || scalar.properties.isVariationSelector
            || scalar.properties.isDefaultIgnorableCodePoint
        {
            return .hidden
        }
        switch ColumnWidth.of(scalar) {
        case nil: return .unshowable
        case 0: return .mark
        default: return scalar.value == 0xFFFD ? .unshowable : .letter
        }
    }
}
