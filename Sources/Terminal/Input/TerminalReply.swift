import CNcurses
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

/// Repeating a blank with REP (ECMA-48, 8.3.103), which shortens the long gaps of a highlighted row.
///
/// Terminals that claim to be another one may not know the sequence, so it is tried: a blank is repeated where blanks
/// are displayed already, and the terminal is asked where its cursor is.
struct BlankRepetition {
    private static let trial = 3

    /// The position that the cursor has after a trial that worked; `nil` if none was made.
    private var expected: (row: Int, column: Int)?

    /// Returns the query for a screen of that size, as curses displays it with default attributes; empty if terminfo
    /// does not name the sequence, or no blanks are displayed.
    @TerminalActor
    mutating func question(on size: Size) -> [UInt8] {
        let sequence = curses_capability("rep").map { String(cString: $0) }
        guard sequence == "%p1%c\u{1B}[%p2%{1}%-%db", size.width > BlankRepetition.trial + 1 else { return [] }
        let column = size.width - BlankRepetition.trial - 1
        // A report of row 1 would look like F3 with a modifier.
        let row = (1..<max(1, size.height)).first {
            curses_is_blank(Int32($0), Int32(column), Int32(BlankRepetition.trial))
        }
        return row.map { question(row: $0 + 1, column: column + 1) } ?? []
    }

    /// Returns the query that writes at this position, counted from 1, and leaves the cursor where it was.
    mutating func question(row: Int, column: Int) -> [UInt8] {
        expected = (row, column + BlankRepetition.trial)
        return Array("\u{1B}7\u{1B}[\(row);\(column)H \u{1B}[\(BlankRepetition.trial - 1)b\u{1B}[6n\u{1B}8".utf8)
    }

    /// Processes a reply. Returns whether it shows that the terminal repeats blanks; only the first one after a trial can.
    mutating func accept(_ reply: TerminalReply) -> Bool {
        guard case .cursor(let row, let column) = reply, let expected else { return false }
        self.expected = nil
        return expected == (row, column)
    }
}

/// Synchronised output: the terminal shows a frame only when it is complete (DEC private mode 2026).
struct SynchronizedOutput {
    static let mode = 2026
    /// Asks whether the terminal supports the mode (DECRQM).
    static let question = Array("\u{1B}[?2026$p".utf8)
    private static let begin = Array("\u{1B}[?2026h".utf8)
    private static let end = Array("\u{1B}[?2026l".utf8)

    /// Whether the terminal reported that it supports the mode.
    private(set) var isKnown = false

    /// Processes a reply. Returns whether it shows for the first time that the mode is supported.
    mutating func accept(_ reply: TerminalReply) -> Bool {
        guard case .mode(SynchronizedOutput.mode, isKnown: true) = reply, !isKnown else { return false }
        isKnown = true
        return true
    }

    /// Begins a frame; curses must not have buffered output at this point.
    func beginFrame(_ output: TerminalOutput) { if isKnown { output.write(SynchronizedOutput.begin) } }

    /// Ends the frame, after curses and everything else have written their output.
    func endFrame(_ output: TerminalOutput) { if isKnown { output.write(SynchronizedOutput.end) } }

    /// The bytes that end an unfinished frame when the program is killed.
    var restoreSequence: [UInt8] { isKnown ? SynchronizedOutput.end : [] }
}
