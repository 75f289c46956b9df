import Foundation

/// Repairs JSON with malformed text inside strings so that a JSON decoder accepts it.
public enum RepairedJSON {
    public static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

    /// Returns `data` as valid UTF-8 without a byte order mark, with lone surrogate escapes replaced by U+FFFD. Valid
    /// data is returned unchanged.
    public static func repair(_ data: Data) -> Data {
        var bytes = data
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes = bytes.dropFirst(3) }
        if !isUTF8(bytes) { bytes = Data(String(decoding: bytes, as: UTF8.self).utf8) }
        return replaceLoneSurrogates(in: bytes)
    }

    private static func isUTF8(_ data: Data) -> Bool {
        do {
            _ = try UTF8Span(validating: data.span)
            return true
        } catch {
            return false
        }
    }

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
