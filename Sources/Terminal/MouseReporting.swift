/// Switches mouse reports on and off: presses and the wheel (mode 1000), in coordinates of any size (mode 1006). The
/// terminal keeps mouse actions with Shift for itself, and dragging.
struct MouseReporting {
    private static let on = Array("\u{1B}[?1000h\u{1B}[?1006h".utf8)
    private static let off = Array("\u{1B}[?1006l\u{1B}[?1000l".utf8)

    /// Whether the terminal supports mouse reports and the user wants them.
    var isWanted: Bool
    private var isOn = false

    init(isWanted: Bool) { self.isWanted = isWanted }

    /// Returns the sequence that switches reports on or off; empty if nothing changes.
    mutating func report(_ isOn: Bool) -> [UInt8] {
        guard isOn != self.isOn else { return [] }
        self.isOn = isOn
        return isOn ? MouseReporting.on : MouseReporting.off
    }

    /// Call after another program has used the terminal, which may have switched reports off.
    mutating func terminalDidReset() { isOn = false }

    /// The bytes that switch reports off when the program is killed.
    var restoreSequence: [UInt8] { isWanted ? MouseReporting.off : [] }
}
