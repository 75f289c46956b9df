import Glibc
import TerminalText

/// A character set in which cards have their texts.
struct CardCharset: Hashable, Sendable {
    /// As iconv calls it.
    private let name: String

    static let utf8 = CardCharset(known: "UTF-8")
    /// EUC-KR with all syllables, as Windows writes it.
    static let korean = CardCharset(known: "CP949")

    private init(known name: String) { self.name = name }

    /// The one that a card calls `text`; `nil` for one that is not read here.
    init?(named text: String) {
        let name = text.uppercased()
        if CardCharset.koreanNames.contains(name) {
            self = .korean
        } else if name == "US-ASCII" || name == "ASCII" || name == "UTF8" {
            self = .utf8
        } else if CardCharset.names.contains(name) || name.wholeMatch(of: CardCharset.families) != nil {
            self.name = name
        } else {
            return nil
        }
    }

    private static let koreanNames: Set<String> = [
        "EUC-KR", "EUCKR", "EUC_KR", "CP949", "MS949", "UHC", "WINDOWS-949", "KS_C_5601-1987", "KSC5601", "KSC_5601",
        "KS_C_5601", "X-WINDOWS-949",
    ]
    /// Only these are ever asked of iconv, whatever a file says.
    private static let names: Set<String> = [
        "UTF-8", "UTF-16", "UTF-16LE", "UTF-16BE", "ISO-2022-KR", "JOHAB", "SHIFT_JIS", "CP932", "EUC-JP",
        "ISO-2022-JP", "GB2312", "GBK", "GB18030", "BIG5", "KOI8-R", "MACINTOSH",
    ]
    private static var families: Regex<Substring> { #/(?:ISO-8859-(?:[1-9]|1[013-6])|WINDOWS-125[0-8])/# }

    /// What the bytes say; `nil` where they are not text in this character set.
    func text(of bytes: ArraySlice<UInt8>) -> String? {
        self == .utf8 ? String(validating: bytes, as: UTF8.self) : converted(Array(bytes))
    }

    private func converted(_ bytes: [UInt8]) -> String? {
        guard let converter = iconv_open("UTF-8", name), converter != CardCharset.none else { return nil }
        defer { iconv_close(converter) }
        var input = bytes
        // A byte becomes three at most: those of one character of the first plane.
        var output = [UInt8](repeating: 0, count: bytes.count * 4 + 16)
        let length = input.withUnsafeMutableBytes { input in
            output.withUnsafeMutableBytes { output in CardCharset.convert(input, to: output, converter) }
        }
        return length.flatMap { String(validating: output[..<$0], as: UTF8.self) }
    }

    /// What iconv_open returns where it knows no such character set.
    private static var none: UnsafeMutableRawPointer? { UnsafeMutableRawPointer(bitPattern: -1) }

    /// Bytes that were written; `nil` where not all of `input` is text.
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
    /// Whether a Korean syllable is in it. Bytes of another character set that are read as Korea's old one may well give
    /// Chinese characters, but hardly these.
    var hasHangul: Bool { unicodeScalars.contains { TextUnit.syllable($0.value) != nil } }
}
