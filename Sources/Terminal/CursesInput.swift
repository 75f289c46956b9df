import CNcurses

/// Reads keys through curses, which knows how each terminal spells them.
struct CursesInput {
    /// Keys taken in one turn; the rest waits for the next, so that a flood cannot hold a frame back for ever.
    private static let mostAtOnce = 8_192

    /// Sequences that terminals send whatever their entry in the terminal database says.
    private static let common: [(String, Int32)] = [
        ("\u{1B}[A", KEY_UP), ("\u{1B}[B", KEY_DOWN), ("\u{1B}[C", KEY_RIGHT), ("\u{1B}[D", KEY_LEFT),
        ("\u{1B}OA", KEY_UP), ("\u{1B}OB", KEY_DOWN), ("\u{1B}OC", KEY_RIGHT), ("\u{1B}OD", KEY_LEFT),
        ("\u{1B}[H", KEY_HOME), ("\u{1B}[F", KEY_END), ("\u{1B}OH", KEY_HOME), ("\u{1B}OF", KEY_END),
        ("\u{1B}[1~", KEY_HOME), ("\u{1B}[4~", KEY_END), ("\u{1B}[5~", KEY_PPAGE), ("\u{1B}[6~", KEY_NPAGE),
        ("\u{1B}[3~", KEY_DC), ("\u{1B}[Z", KEY_BTAB), ("\u{1B}OP", KEY_F0 + 1), ("\u{1B}[11~", KEY_F0 + 1),
    ]

    /// Call once curses is open.
    init() {
        for (sequence, code) in CursesInput.common where key_defined(sequence) == 0 { define_key(sequence, code) }
    }

    /// Everything typed so far.
    func keys() -> [Key] {
        var keys: [Key] = []
        var character: wint_t = 0
        while keys.count < CursesInput.mostAtOnce {
            let status = wget_wch(curses_screen(), &character)
            if status == KEY_CODE_YES {
                if let key = CursesInput.named(Int32(character)) { keys.append(key) }
            } else if status == OK {
                if let key = CursesInput.typed(UInt32(character)) { keys.append(key) }
            } else {
                break
            }
        }
        return keys
    }

    private static func named(_ code: Int32) -> Key? {
        switch code {
        case KEY_UP: .up
        case KEY_DOWN: .down
        case KEY_LEFT: .left
        case KEY_RIGHT: .right
        case KEY_PPAGE: .pageUp
        case KEY_NPAGE: .pageDown
        case KEY_HOME: .home
        case KEY_END: .end
        case KEY_ENTER: .enter
        case KEY_BTAB: .backTab
        case KEY_BACKSPACE: .backspace
        case KEY_DC: .delete
        case (KEY_F0 + 1)...(KEY_F0 + 12): .function(Int(code - KEY_F0))
        default: nil
        }
    }

    private static func typed(_ value: UInt32) -> Key? {
        switch value {
        case 0x0A, 0x0D: return .enter
        case 0x09: return .tab
        case 0x1B: return .escape
        case 0x08, 0x7F: return .backspace
        case 0x01...0x1A: return Unicode.Scalar(value + 0x60).map { .control(Character($0)) }
        case 0x00...0x1F, 0x80...0x9F: return nil
        default: return Unicode.Scalar(value).map { .character(Character($0)) }
        }
    }
}
