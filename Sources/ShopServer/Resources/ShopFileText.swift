import Foundation

/// The text of one of the shop's own JSON files. It has to be UTF-8; only a byte order mark at its beginning is
/// forgiven. (Trailing commas are, too, but are part of the text.)
struct ShopFileText {
    /// The file is not UTF-8; `offset` is the position of the first such byte.
    struct NotUTF8: Error {
        let offset: Int
    }

    private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

    let hasMark: Bool
    /// The text without the mark.
    let bytes: Data

    init(_ content: Data) throws(NotUTF8) {
        hasMark = content.starts(with: ShopFileText.mark)
        bytes = hasMark ? Data(content.dropFirst(ShopFileText.mark.count)) : content
        do {
            _ = try UTF8Span(validating: bytes.span)
        } catch {
            throw NotUTF8(offset: error.byteOffsets.lowerBound)
        }
        // UTF-16 without a mark; JSON has no NUL.
        if let offset = bytes.firstIndex(of: 0) { throw NotUTF8(offset: offset) }
    }

    /// The text as it is served: without the commas behind which nothing follows.
    var served: Data {
        let commas = trailingCommas
        guard !commas.isEmpty else { return bytes }
        var served = bytes
        for offset in commas.reversed() { served.remove(at: offset) }
        return served
    }

    /// The offsets of the commas outside strings that a closing bracket follows, in order.
    private var trailingCommas: [Int] {
        var (commas, comma, previous): ([Int], Int?, UInt8) = ([], nil, UInt8(ascii: "["))
        var (isInString, isEscaped) = (false, false)
        bytes.withUnsafeBytes { bytes in
            for (offset, byte) in bytes.enumerated() {
                if isInString {
                    isInString = isEscaped || byte != UInt8(ascii: "\"")
                    isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
                    continue
                }
                switch byte {
                case 0x20, 0x09, 0x0A, 0x0D: continue
                case UInt8(ascii: "]"), UInt8(ascii: "}"): if let comma { commas.append(comma) }
                default: break
                }
                // A comma that follows no value is a fault, which decoding finds.
                comma = byte == UInt8(ascii: ",") && !"[{,:".utf8.contains(previous) ? offset : nil
                previous = byte
                isInString = byte == UInt8(ascii: "\"")
            }
        }
        return commas
    }
}
