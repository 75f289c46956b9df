import Canvas

/// What a terminal answers when it is asked about itself.
enum TerminalReply: Hashable {
    /// The colour behind its text (`OSC 11`).
    case background(RGBColor)
    /// Its name and version, such as `kitty(0.28.1)` (`CSI > q`).
    case name(String)
    /// What it is able to do (`CSI c`, DA1). Every terminal answers that, and all of them in order: what was asked before
    /// and was not answered by then is not known to it.
    case attributes([Int])
    /// The pixels of a cell (`CSI 16 t`).
    case cell(CellPixels)
    /// Whether it took the picture that it was asked about (kitty's graphics protocol, `a=q`).
    case graphics(isGood: Bool)
    /// How many colours a sixel picture may have (`CSI ? 1 ; 1 ; 0 S`).
    case colorRegisters(Int)
    /// Whether it knows a private mode of that number (DECRQM), and may switch it.
    case mode(Int, isKnown: Bool)
}

extension TerminalReply {
    /// What every terminal answers, after all that was asked before it (`CSI c`, DA1).
    static let attributesQuestion = Array("\u{1B}[c".utf8)

    /// What the text of `ESC ]`, `ESC P` or `ESC _`, which is `introducer`, says; `nil` where that is none of these.
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

    /// What a control sequence says that ends in `final`; `nil` where that is none of these.
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
            // Set or reset; else it is not known, or stays what it is.
            self = .mode(numbers[0], isKnown: numbers[1] == 1 || numbers[1] == 2)
        case (false, UInt8(ascii: "t")):
            guard numbers.count == 3, numbers[0] == 6, let cell = CellPixels(width: numbers[2], height: numbers[1])
            else { return nil }
            self = .cell(cell)
        default: return nil
        }
    }
}
