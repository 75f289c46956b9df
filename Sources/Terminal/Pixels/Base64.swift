/// Base64 encoding (RFC 4648, section 4).
enum Base64 {
    private static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    static func encode(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        var at = bytes.startIndex
        while at < bytes.endIndex {
            let count = min(3, bytes.endIndex - at)
            let first = UInt32(bytes[at]) << 16
            let second = count > 1 ? UInt32(bytes[at + 1]) << 8 : 0
            let value = first | second | (count > 2 ? UInt32(bytes[at + 2]) : 0)
            for place in 0..<4 {
                text.append(place <= count ? letters[Int(value >> UInt32(18 - 6 * place) & 63)] : UInt8(ascii: "="))
            }
            at += count
        }
        return text
    }
}
