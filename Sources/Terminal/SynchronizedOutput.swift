/// Frames that a terminal shows only when they are whole (DEC private mode 2026).
struct SynchronizedOutput {
    static let mode = 2026
    /// Asks whether the terminal knows the mode (DECRQM).
    static let question = Array("\u{1B}[?2026$p".utf8)
    private static let begin = Array("\u{1B}[?2026h".utf8)
    private static let end = Array("\u{1B}[?2026l".utf8)

    /// Whether the terminal said that it knows the mode.
    private(set) var isKnown = false

    /// Takes the terminal's answer; says whether it is news.
    mutating func take(_ reply: TerminalReply) -> Bool {
        guard case .mode(SynchronizedOutput.mode, isKnown: true) = reply, !isKnown else { return false }
        isKnown = true
        return true
    }

    /// Begins a frame; curses holds nothing back by then.
    func beginFrame(_ output: TerminalOutput) { if isKnown { output.write(SynchronizedOutput.begin) } }

    /// Ends the frame, once curses and everything beside it have written all of theirs.
    func endFrame(_ output: TerminalOutput) { if isKnown { output.write(SynchronizedOutput.end) } }

    /// What ends a frame that a killed program has begun.
    var leavingBytes: [UInt8] { isKnown ? SynchronizedOutput.end : [] }
}
