/// Has the terminal tell what the mouse does, or no more: presses and the wheel (mode 1000), in coordinates of any size (mode
/// 1006). What is held with Shift stays the terminal's own, and so does dragging.
struct MouseReporting {
    private static let on = Array("\u{1B}[?1000h\u{1B}[?1006h".utf8)
    private static let off = Array("\u{1B}[?1006l\u{1B}[?1000l".utf8)

    /// Whether the terminal has a mouse that it is to be asked for.
    var isWanted: Bool
    private var isOn = false

    init(isWanted: Bool) { self.isWanted = isWanted }

    /// What asks the terminal for it, or for no more; nothing where it does so already.
    mutating func report(_ isOn: Bool) -> [UInt8] {
        guard isOn != self.isOn else { return [] }
        self.isOn = isOn
        return isOn ? MouseReporting.on : MouseReporting.off
    }

    /// Another program had the terminal.
    mutating func terminalForgot() { isOn = false }

    /// What ends it when the program is killed.
    var leavingBytes: [UInt8] { isWanted ? MouseReporting.off : [] }
}
