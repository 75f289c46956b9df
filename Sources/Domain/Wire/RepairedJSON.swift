import Foundation
import TerminalText

/// Reads JSON of other programs, whatever its charset is, and repairs malformed text inside strings so that a JSON
/// decoder accepts it.
public enum RepairedJSON {
    public static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

    /// Returns another program's JSON as valid UTF-8 without a byte order mark, with lone surrogate escapes replaced by
    /// U+FFFD, what is no number replaced by null, and of several members of one name only the last. Valid data without
    /// such members is returned unchanged. Throws `.charset` if the bytes are not text.
    public static func read(_ data: Data, charset: String? = nil) throws(SectionBodyError) -> Data {
        switch DecodedText(data, charset: charset) {
        case .whole(let text), .repaired(let text, _): return JSONText(replaceLoneSurrogates(in: text)).lenient
        case .refused: throw .charset(charset.map { PlainText($0, limit: maxCharsetLength) })
        }
    }

    private static let maxCharsetLength = 40

    private static func replaceLoneSurrogates(in data: Data) -> Data {
        guard data.withUnsafeBytes({ $0.contains(UInt8(ascii: "\\")) }) else { return data }
        var bytes = [UInt8](data)
        var index = 0
        while index + 1 < bytes.count {
            guard bytes[index] == UInt8(ascii: "\\") else {
                index += 1
                continue
            }
            let (length, isHalf) = escape(in: bytes, at: index)
            if isHalf { bytes.replaceSubrange(index..<index + length, with: "\\ufffd".utf8) }
            index += length
        }
        return Data(bytes)
    }

    /// Returns the length in bytes of the escape at `index`, counting a surrogate pair as one escape, and whether it is
    /// a lone surrogate.
    private static func escape(in bytes: [UInt8], at index: Int) -> (length: Int, isHalf: Bool) {
        guard let unit = escapedUnit(in: bytes, at: index) else { return (2, false) }
        guard (0xD800...0xDFFF).contains(unit) else { return (6, false) }
        let next = escapedUnit(in: bytes, at: index + 6) ?? 0
        let isPair = unit < 0xDC00 && (0xDC00...0xDFFF).contains(next)
        return isPair ? (12, false) : (6, true)
    }

    /// Returns the code unit of an escape such as `\uD83C` at `index`, or `nil` if there is none.
    private static func escapedUnit(in bytes: [UInt8], at index: Int) -> UInt32? {
        guard index + 6 <= bytes.count, bytes[index] == UInt8(ascii: "\\"), bytes[index + 1] == UInt8(ascii: "u")
        else { return nil }
        return UInt32(String(decoding: bytes[(index + 2)..<(index + 6)], as: UTF8.self), radix: 16)
    }
}
