import Canvas

/// The frame that is likely to be drawn next, drawn into memory while nothing happens. If it comes, it costs one write.
/// See `expected-keys.md` among the decisions.
///
/// While a frame is prepared, curses believes that it is on the screen. Whatever else draws calls `forget` first.
@TerminalActor
struct ExpectedFrame {
    /// Returns the frame. Called once no event has arrived for a moment.
    var next: (@TerminalActor () -> Frame?)?
    private var prepared: (frame: Frame, present: Frame, bytes: [UInt8])?

    /// The time without an event, in milliseconds, before a frame is prepared: enough for written output to reach the
    /// user's screen, and far less than the time between two keys.
    static let moment: Int32 = 2

    var isPrepared: Bool { prepared != nil }

    /// Returns `next`, once.
    mutating func removeNext() -> (@TerminalActor () -> Frame?)? {
        defer { next = nil }
        return next
    }

    /// Prepares `frame` while `present` is on the screen. `bytes` has curses draw a frame into memory.
    mutating func prepare(_ frame: Frame, from present: Frame, _ bytes: (Frame) -> [UInt8]?) {
        prepared = bytes(frame).map { (frame, present, $0) }
    }

    /// Returns the bytes that draw `frame` if it is the prepared one, which then counts as drawn.
    mutating func removeBytes(_ frame: Frame) -> [UInt8]? {
        guard let prepared, prepared.frame == frame else { return nil }
        self.prepared = nil
        return prepared.bytes
    }

    /// Drops the prepared frame, and makes curses believe again what is really on the screen.
    mutating func forget(_ bytes: (Frame) -> [UInt8]?) {
        guard let present = prepared?.present else { return }
        prepared = nil
        _ = bytes(present)
    }
}
