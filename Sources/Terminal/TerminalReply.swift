import Canvas

/// A terminal's reply to a query.
enum TerminalReply: Hashable {
    /// The background colour (`OSC 11`).
    case background(RGBColor)
    /// The terminal's name and version, such as `kitty(0.28.1)` (`CSI > q`).
    case name(String)
    /// The device attributes (`CSI c`, DA1). Every terminal replies to that query, and replies come in order: an
    /// earlier query without a reply by then is not supported.
    case attributes([Int])
    /// The size of a cell in pixels (`CSI 16 t`).
    case cell(CellPixels)
    /// Whether the terminal accepted the query picture (kitty's graphics protocol, `a=q`).
    case graphics(isGood: Bool)
    /// The maximum number of colours in a sixel picture (`CSI ? 1 ; 1 ; 0 S`).
    case colorRegisters(Int)
    /// Whether the terminal supports the private mode of that number, and can switch it (DECRQM).
    case mode(Int, isKnown: Bool)
    /// The cursor's position, counted from 1 (`CSI 6 n`). In row 1 it looks like a key, and is none.
    case cursor(row: Int, column: Int)
}

extension TerminalReply {
    /// The query that every terminal replies to, after all earlier ones (`CSI c`, DA1).
    static let attributesQuestion = Array("\u{1B}[c".utf8)

    /// Parses the text of `ESC ]`, `ESC P` or `ESC _`; `introducer` is the byte after Esc. Returns `nil` if it is not
    /// a known reply.
    init?(_ text: some Collection<UInt8>, after introducer: UInt8) {
        let string = String(decoding: text, as: UTF8.self)
        switch introducer {
        case UInt8(ascii: "]"):
            guard let color = TerminalBackground.color(inReply: text) else { return nil }
            self = .background(color)
        case UInt8(ascii: "P") where string.hasPrefix(">|"): self = .name(String(string.dropFirst(2)))
        case UInt8(ascii: "_"):
            guard string.hasPrefix("G"), let semicolon = string.firstIndex(of: ";") else { return nil }
            self = .graphics(isGood: string[semicolon...] == ";OK")
        default: return nil
        }
    }

    /// Parses a control sequence that ends in `final`. Returns `nil` if it is not a known reply.
    init?(parameters: some Collection<UInt8>, final: UInt8) {
        let text = String(decoding: parameters, as: UTF8.self)
        let isPrivate = text.hasPrefix("?")
        let numbers = text.filter { $0 != "?" && $0 != "$" }.split(separator: ";").map { Int($0) ?? -1 }
        switch (isPrivate, final) {
        case (true, UInt8(ascii: "c")): self = .attributes(numbers)
        case (true, UInt8(ascii: "S")):
            guard numbers.count == 3, numbers[0] == 1, numbers[1] == 0, numbers[2] > 0 else { return nil }
            self = .colorRegisters(numbers[2])
        case (true, UInt8(ascii: "y")):
            guard numbers.count == 2, text.hasSuffix("$") else { return nil }
            // 1 is set, 2 is reset; otherwise the mode is unknown or cannot be switched.
            self = .mode(numbers[0], isKnown: numbers[1] == 1 || numbers[1] == 2)
        case (false, UInt8(ascii: "R")):
            guard numbers.count == 2, numbers[0] > 1, numbers[1] > 0 else { return nil }
            self = .cursor(row: numbers[0], column: numbers[1])
        case (false, UInt8(ascii: "t")):
            guard numbers.count == 3, numbers[0] == 6, let cell = CellPixels(width: numbers[2], height: numbers[1])
            else { return nil }
            self = .cell(cell)
        default: return nil
        }
    }
}
