/// Creates a distinct file name from any text.
public enum FileName {
    /// File systems allow 255 bytes; the rest is for suffixes.
    private static let longest = 180

    /// Returns a name of letters, digits, dots and dashes; every other byte is escaped as `_` and two hexadecimal
    /// digits. The names of different texts differ; one that is too long ends in a hash of the whole text instead.
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

    /// Returns the 64-bit FNV-1a hash (constants from draft-eastlake-fnv).
    static func hash(_ text: String) -> UInt64 {
        text.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 }
    }
}
