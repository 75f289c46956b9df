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
    mutating func take(_ reply: TerminalReply) -> Bool {
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
