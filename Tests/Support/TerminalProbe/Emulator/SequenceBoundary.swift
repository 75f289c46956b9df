/// Finds where a character or a control sequence in a program's output is complete. Only there may the emulator insert
/// its own commands.
struct SequenceBoundary {
    private enum State: Equatable { case between, character(missing: Int), escape, control, string, stringEscape }
    private var state = State.between

    /// Returns the number of bytes of `bytes` up to the last boundary, or 0 if there is none. Continues from the state
    /// after the previous call.
    mutating func completeCount(of bytes: some Collection<UInt8>) -> Int {
        var complete = 0
        for (index, byte) in bytes.enumerated() {
            state = SequenceBoundary.next(state, byte)
            if state == .between { complete = index + 1 }
        }
        return complete
    }

    private static let escapeByte: UInt8 = 0x1B
    private static let cancellations: Set<UInt8> = [0x18, 0x1A]

    private static func next(_ state: State, _ byte: UInt8) -> State {
        switch state {
        case .character(let missing) where byte & 0xC0 == 0x80:
            return missing > 1 ? .character(missing: missing - 1) : .between
        case .between, .character: return start(byte)
        case _ where cancellations.contains(byte): return .between
        case .string where byte == escapeByte: return .stringEscape
        case .string: return byte == 0x07 ? .between : .string
        case .stringEscape where byte == UInt8(ascii: "\\"): return .between
        case _ where byte == escapeByte: return .escape
        case .control: return (0x40...0x7E).contains(byte) ? .between : .control
        case .escape, .stringEscape: return afterEscape(byte)
        }
    }

    private static func start(_ byte: UInt8) -> State {
        switch byte {
        case escapeByte: .escape
        case 0xC2...0xDF: .character(missing: 1)
        case 0xE0...0xEF: .character(missing: 2)
        case 0xF0...0xF4: .character(missing: 3)
        default: .between
        }
    }

    private static func afterEscape(_ byte: UInt8) -> State {
        switch byte {
        case UInt8(ascii: "["): .control
        case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"), UInt8(ascii: "_"): .string
        case 0x20...0x2F: .escape
        default: .between
        }
    }
}
