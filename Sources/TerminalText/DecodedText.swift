import Foundation

/// Text of another program, decoded from bytes whose charset is declared, declared wrongly, or not declared at all. The
/// text is UTF-8 without a byte order mark.
public enum DecodedText: Hashable, Sendable {
    /// Every byte belongs to a character.
    case whole(Data)
    /// So many sequences of bytes are no character, and U+FFFD stands for each of them.
    case repaired(Data, replaced: Int)
    /// The bytes are not text in any charset that is known, or too little of them is.
    case refused

    private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    /// Text without characters beyond ASCII that tell its charset is repaired up to one in so many bytes.
    private static let bytesForEachRepair = 50

    /// Decodes `bytes` by their byte order mark, else by the declared `charset`, else by what fits: UTF-8, UTF-16 whose
    /// first character is ASCII, and the charset of Korean Windows. Text that is mostly UTF-8 is repaired.
    public init(_ bytes: Data, charset: String? = nil) {
        let named = charset.flatMap { TextCharset(named: $0) }
        if bytes.starts(with: DecodedText.mark) {
            self = DecodedText(utf8: Data(bytes.dropFirst(DecodedText.mark.count)))
        } else if let order = DecodedText.utf16(bytes) {
            self = order.text(of: Array(bytes)[...]).map(DecodedText.init(whole:)) ?? .refused
        } else if let named, named != .utf8, !named.isUnorderedUTF16, let text = named.text(of: Array(bytes)[...]),
            !DecodedText.isRatherUTF8(bytes, than: text, named)
        {
            self = DecodedText(whole: text)
        } else {
            self = DecodedText(utf8: bytes)
        }
    }

    private init(whole text: String) { self = .whole(Data(text.drop { $0 == "\u{FEFF}" }.utf8)) }

    /// Decodes bytes that are UTF-8 unless they fit Korean Windows better.
    private init(utf8 bytes: Data) {
        guard !DecodedText.isUTF8(bytes) else {
            self = bytes.withUnsafeBytes { $0.contains(0) } ? .refused : .whole(bytes)
            return
        }
        let text = String(decoding: bytes, as: UTF8.self)
        let (found, replaced) = text.unicodeScalars.reduce(into: (found: 0, replaced: 0)) { counts, scalar in
            if scalar == "\u{FFFD}" { counts.replaced += 1 } else if !scalar.isASCII { counts.found += 1 }
        }
        let isMostlyUTF8 = found > replaced
        if !isMostlyUTF8, let korean = TextCharset.korean.text(of: Array(bytes)[...]), korean.hasHangul {
            self = DecodedText(whole: korean)
        } else if isMostlyUTF8 || replaced <= bytes.count / DecodedText.bytesForEachRepair {
            self = .repaired(Data(text.utf8), replaced: replaced)
        } else {
            self = .refused
        }
    }

    private static func isUTF8(_ bytes: Data) -> Bool {
        do {
            _ = try UTF8Span(validating: bytes.span)
            return true
        } catch {
            return false
        }
    }

    /// Returns UTF-16 in the byte order of `bytes` if they begin with its mark or with one ASCII character in it.
    private static func utf16(_ bytes: Data) -> TextCharset? {
        let head = Array(bytes.prefix(2))
        guard head.count == 2 else { return nil }
        switch (head[0], head[1]) {
        case (0xFE, 0xFF), (0, 1...0x7F): return TextCharset(named: "UTF-16BE")
        case (0xFF, 0xFE), (1...0x7F, 0): return TextCharset(named: "UTF-16LE")
        default: return nil
        }
    }

    /// Whether `bytes` are UTF-8 although they were declared otherwise, and decoded to `text` without a fault: any bytes
    /// fit many charsets, and Hangul in UTF-8 may fit those of East Asia, but hardly as Hangul.
    private static func isRatherUTF8(_ bytes: Data, than text: String, _ charset: TextCharset) -> Bool {
        guard let plain = String(validating: bytes, as: UTF8.self), !plain.utf8.allSatisfy({ $0 < 0x80 }) else {
            return false
        }
        return charset.fitsAnything || plain.hasHangul && !text.hasHangul
    }
}
