// What does not begin with Esc: control keys, and text in UTF-8.
extension KeyDecoder {
    static func typed(_ bytes: ArraySlice<UInt8>) -> Step {
        let first = bytes[bytes.startIndex]
        guard first >= 0x80 else { return .took(1, key: key(of: UInt32(first))) }
        let length: Int
        switch first {
        case 0xC2...0xDF: length = 2
        case 0xE0...0xEF: length = 3
        case 0xF0...0xF4: length = 4
        default: return .took(1, nil)
        }
        let continuation = bytes.dropFirst().prefix(length - 1).prefix { (0x80...0xBF).contains($0) }
        guard continuation.count == length - 1 else {
            // If another byte follows instead of a continuation, the character is broken, but that byte is not.
            let isBroken = bytes.count > continuation.count + 1
            return isBroken ? .took(continuation.count + 1, nil) : .unfinished
        }
        let mask: UInt32 = length == 2 ? 0x1F : length == 3 ? 0x0F : 0x07
        let value = continuation.reduce(UInt32(first) & mask) { $0 << 6 | UInt32($1) & 0x3F }
        let isOverlong = length == 3 && value < 0x800 || length == 4 && value < 0x1_0000
        return .took(length, key: isOverlong ? nil : key(of: value))
    }

    private static func key(of value: UInt32) -> Key? {
        switch value {
        case 0x0A, 0x0D: return .enter
        case 0x09: return .tab
        case 0x08, 0x7F: return .backspace
        case 0x01...0x1A: return Unicode.Scalar(value + 0x60).map { .control(Character($0)) }
        case 0x00...0x1F, 0x80...0x9F: return nil
        default: return Unicode.Scalar(value).map { .character(Character($0)) }
        }
    }
}
