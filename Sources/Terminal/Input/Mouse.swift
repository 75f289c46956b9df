import Canvas

/// A mouse action over a cell of the screen.
public struct MouseEvent: Hashable, Sendable {
    public enum Action: Hashable, Sendable {
        /// The left button went down.
        case press
        /// The wheel turned by one notch.
        case wheelUp, wheelDown
    }

    public let action: Action
    /// The cell, counted from the upper left corner of the screen.
    public let point: Point
    /// Whether it is the second press of a double click.
    public var isDouble: Bool

    public init(_ action: Action, at point: Point, isDouble: Bool = false) {
        self.action = action
        self.point = point
        self.isDouble = isDouble
    }
}

extension MouseEvent {
    /// The bits of a button number that encode Shift, Alt and Ctrl (xterm's control sequences, "Mouse Tracking").
    private static let modifiers = 4 | 8 | 16
    private static let actions: [Int: Action] = [0: .press, 64: .wheelUp, 65: .wheelDown]

    /// Decodes a report of `button` at `column` and `row`, both counted from 1. Returns `nil` for events that are not
    /// used: other buttons, and mouse movement.
    init?(button: Int, column: Int, row: Int) {
        guard let action = MouseEvent.actions[button & ~MouseEvent.modifiers], column > 0, row > 0 else { return nil }
        self.init(action, at: Point(column: column - 1, row: row - 1))
    }

    /// Decodes an SGR report (mode 1006) from its three numbers. Returns `nil` if it is malformed or a button's
    /// release.
    init?(sgr numbers: ArraySlice<UInt8>, isDown: Bool) {
        let parts = numbers.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
            .map { Int(String(decoding: $0, as: UTF8.self)) }
        guard isDown, parts.count == 3, let button = parts[0], let column = parts[1], let row = parts[2] else {
            return nil
        }
        self.init(button: button, column: column, row: row)
    }
}

struct DoubleClicks: Sendable {
    /// The maximum time between the two presses of a double click.
    static let longest = Duration.milliseconds(400)

    private var latest: (point: Point, time: ContinuousClock.Instant)?

    /// Returns the event with `isDouble` set if it is the second press of a double click; a third press starts over.
    mutating func markingDouble(_ event: MouseEvent, at time: ContinuousClock.Instant) -> MouseEvent {
        guard event.action == .press else { return event }
        var event = event
        if let latest, latest.point.row == event.point.row, abs(latest.point.column - event.point.column) <= 1,
            time - latest.time <= DoubleClicks.longest
        {
            event.isDouble = true
            self.latest = nil
        } else {
            latest = (event.point, time)
        }
        return event
    }
}

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
