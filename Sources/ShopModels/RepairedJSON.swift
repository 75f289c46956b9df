import Foundation

/// Bytes that a JSON decoder takes whatever a server did to the text inside strings.
enum RepairedJSON {
    static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

    /// `data` as valid UTF-8 without a byte order mark, with halves of surrogate pairs replaced by U+FFFD. Data in
    /// order comes back as it is.
    static func repair(_ data: Data) -> Data {
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
            guard let unit = escapedUnit(in: bytes, at: index) else {
                index += 2
                continue
            }
            switch unit {
            case 0xD800...0xDBFF:
                if let next = escapedUnit(in: bytes, at: index + 6), (0xDC00...0xDFFF).contains(next) {
                    index += 12
                    continue
                }
                bytes.replaceSubrange(index..<index + 6, with: "\\ufffd".utf8)
            case 0xDC00...0xDFFF: bytes.replaceSubrange(index..<index + 6, with: "\\ufffd".utf8)
            default: break
            }
            index += 6
        }
        return Data(bytes)
    }

    /// The code unit of an escape like `\uD83C` that begins at `index`; `nil` where there is none.
    private static func escapedUnit(in bytes: [UInt8], at index: Int) -> UInt32? {
        guard index + 6 <= bytes.count, bytes[index] == UInt8(ascii: "\\"), bytes[index + 1] == UInt8(ascii: "u")
        else { return nil }
        return UInt32(String(decoding: bytes[(index + 2)..<(index + 6)], as: UTF8.self), radix: 16)
    }
}
