import Canvas

/// Something that was done with the mouse over a cell of the screen.
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
    /// Bits of a button's number that tell of Shift, Alt and Ctrl (xterm's control sequences, "Mouse Tracking").
    private static let modifiers = 4 | 8 | 16
    private static let actions: [Int: Action] = [0: .press, 64: .wheelUp, 65: .wheelDown]

    /// What a terminal reports as that button at `column` and `row`, which it counts from 1; `nil` for what nobody asks
    /// for: other buttons, and a mouse that moves.
    init?(button: Int, column: Int, row: Int) {
        guard let action = MouseEvent.actions[button & ~MouseEvent.modifiers], column > 0, row > 0 else { return nil }
        self.init(action, at: Point(column: column - 1, row: row - 1))
    }

    /// A report in SGR coordinates (mode 1006): three numbers, and whether the button went down.
    init?(sgr numbers: ArraySlice<UInt8>, isDown: Bool) {
        let parts = numbers.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
            .map { Int(String(decoding: $0, as: UTF8.self)) }
        guard isDown, parts.count == 3, let button = parts[0], let column = parts[1], let row = parts[2] else {
            return nil
        }
        self.init(button: button, column: column, row: row)
    }
}

/// Tells the second press of a double click from a press by itself.
struct DoubleClicks: Sendable {
    /// Between the two presses of a double click.
    static let longest = Duration.milliseconds(400)

    private var latest: (point: Point, time: ContinuousClock.Instant)?

    /// The event with what it is; a third press begins anew.
    mutating func told(_ event: MouseEvent, at time: ContinuousClock.Instant) -> MouseEvent {
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
