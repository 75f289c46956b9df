import Glibc

/// A character encoding of texts from and for other programs and devices: cards of contacts, answers of servers, printers.
public struct TextCharset: Hashable, Sendable {
    /// The name that iconv uses.
    private let name: String

    public static let utf8 = TextCharset(known: "UTF-8")
    /// EUC-KR extended with all syllables, as written by Windows.
    public static let korean = TextCharset(known: "CP949")

    private init(known name: String) { self.name = name }

    /// Creates the encoding from its name in a card or a header. Returns `nil` if it is not supported.
    public init?(named text: String) {
        let name = text.uppercased()
        if TextCharset.koreanNames.contains(name) {
            self = .korean
        } else if name == "US-ASCII" || name == "ASCII" || name == "UTF8" {
            self = .utf8
        } else if TextCharset.names.contains(name) || name.wholeMatch(of: TextCharset.families) != nil {
            self.name = name
        } else {
            return nil
        }
    }

    private static let koreanNames: Set<String> = [
        "EUC-KR", "EUCKR", "EUC_KR", "CP949", "MS949", "UHC", "WINDOWS-949", "KS_C_5601-1987", "KSC5601", "KSC_5601",
        "KS_C_5601", "X-WINDOWS-949",
    ]
    /// An allow-list: no other name from a file is passed to iconv.
    private static let names: Set<String> = [
        "UTF-8", "UTF-16", "UTF-16LE", "UTF-16BE", "ISO-2022-KR", "JOHAB", "SHIFT_JIS", "CP932", "EUC-JP",
        "ISO-2022-JP", "GB2312", "GBK", "GB18030", "BIG5", "KOI8-R", "MACINTOSH",
    ]
    private static var families: Regex<Substring> { #/(?:ISO-8859-(?:[1-9]|1[013-6])|WINDOWS-125[0-8])/# }

    /// Whether any bytes at all are valid in this encoding, so that fitting says nothing.
    var fitsAnything: Bool {
        name == "KOI8-R" || name == "MACINTOSH" || name.hasPrefix("ISO-8859-") || name.hasPrefix("WINDOWS-")
    }

    /// Whether the order of the two bytes of a unit is left to a mark, or to the reader.
    var isUnorderedUTF16: Bool { name == "UTF-16" }

    /// Decodes the bytes, or returns `nil` if they are not valid in this encoding.
    public func text(of bytes: ArraySlice<UInt8>) -> String? {
        self == .utf8 ? String(validating: bytes, as: UTF8.self) : converted(Array(bytes))
    }

    /// Encodes the text, or returns `nil` if a character is not in this encoding.
    public func bytes(of text: String) -> [UInt8]? {
        self == .utf8 ? Array(text.utf8) : TextCharset.converted(Array(text.utf8), from: "UTF-8", to: name)
    }

    /// Returns what the C library writes instead of `text` in this encoding; `nil` if it knows nothing.
    func transliterated(_ text: String) -> String? {
        let bytes = TextCharset.converted(Array(text.utf8), from: "UTF-8", to: "\(name)//TRANSLIT")
        guard let result = bytes.flatMap({ self.text(of: $0[...]) }), !result.contains("?") else { return nil }
        return result
    }

    private func converted(_ bytes: [UInt8]) -> String? {
        TextCharset.converted(bytes, from: name, to: "UTF-8").flatMap { String(validating: $0, as: UTF8.self) }
    }

    private static func converted(_ bytes: [UInt8], from source: String, to target: String) -> [UInt8]? {
        guard let converter = iconv_open(target, source), converter != TextCharset.none else { return nil }
        defer { iconv_close(converter) }
        var input = bytes
        // One byte becomes at most three bytes of UTF-8, those of a character of the Basic Multilingual Plane. What the C
        // library writes instead of a character is not much longer.
        var output = [UInt8](repeating: 0, count: bytes.count * 3 + 16)
        let length = input.withUnsafeMutableBytes { input in
            output.withUnsafeMutableBytes { output in TextCharset.convert(input, to: output, converter) }
        }
        return length.map { Array(output[..<$0]) }
    }

    /// The value that `iconv_open` returns for an unknown encoding.
    private static var none: UnsafeMutableRawPointer? { UnsafeMutableRawPointer(bitPattern: -1) }

    /// Returns the number of bytes written, or `nil` if `input` is not entirely valid.
    private static func convert(
        _ input: UnsafeMutableRawBufferPointer, to output: UnsafeMutableRawBufferPointer, _ converter: iconv_t
    ) -> Int? {
        var source = input.baseAddress?.assumingMemoryBound(to: CChar.self)
        var target = output.baseAddress?.assumingMemoryBound(to: CChar.self)
        var (left, room) = (input.count, output.count)
        guard iconv(converter, &source, &left, &target, &room) != -1, left == 0 else {
            return nil
        }
        return output.count - room
    }
}

extension String {
    /// Whether the text contains a Korean syllable. Bytes of another encoding that are decoded as CP949 often give
    /// Chinese characters, but hardly ever syllables.
    public var hasHangul: Bool { unicodeScalars.contains { TextUnit.syllable($0.value) != nil } }
}
