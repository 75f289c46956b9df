// Mouse reports: SGR (mode 1006), and those of terminals that support mode 1000 only.
extension KeyDecoder {
    static func mouse(_ numbers: ArraySlice<UInt8>, final: UInt8) -> TerminalEvent? {
        guard final == UInt8(ascii: "M") || final == UInt8(ascii: "m") else { return nil }
        return MouseEvent(sgr: numbers, isDown: final == UInt8(ascii: "M")).map { .mouse($0) }
    }

    /// Decodes a report of mode 1000: three bytes, each offset by 32; or 0, for a position that is too large.
    static func oldMouse(_ bytes: ArraySlice<UInt8>) -> Step {
        let numbers = bytes.dropFirst(3).prefix(3)
        if let broken = numbers.firstIndex(where: { (1..<0x20).contains($0) }) {
            return .took(broken - bytes.startIndex, nil)
        }
        guard numbers.count == 3 else { return .unfinished }
        let parts = numbers.map { Int($0) - 0x20 }
        let event = MouseEvent(button: parts[0], column: parts[1], row: parts[2])
        return .took(6, event.map { .mouse($0) })
    }
}
