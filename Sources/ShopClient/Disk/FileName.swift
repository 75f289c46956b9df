/// File names made of any text, one for each.
public enum FileName {
    /// File systems take 255 bytes; the rest is for endings.
    private static let longest = 180

    /// A name of letters, digits, dots and dashes, in which every other byte is `_` and two hexadecimal digits. No two
    /// texts share one; those too long end in a number made of the whole text instead.
    public static func of(_ text: String) -> String {
        var name = ""
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
                name.unicodeScalars.append(Unicode.Scalar(byte))
            case UInt8(ascii: ".") where !name.isEmpty: name += "."
            default: name += "_" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
            }
        }
        guard name.utf8.count > longest else { return name }
        return name.prefix(longest - 17) + "_" + String(hash(text), radix: 16)
    }

    /// FNV-1a, 64 bits (constants from draft-eastlake-fnv).
    static func hash(_ text: String) -> UInt64 {
        text.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 }
    }
}
