import CNcurses
import Canvas

/// Repeating a blank with REP (ECMA-48, 8.3.103), which shortens the long gaps of a highlighted row.
///
/// Terminals that claim to be another one may not know the sequence, so it is tried: a blank is repeated where blanks
/// are displayed already, and the terminal is asked where its cursor is.
struct BlankRepetition {
    /// The number of blanks that a trial displays.
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
    mutating func take(_ reply: TerminalReply) -> Bool {
        guard case .cursor(let row, let column) = reply, let expected else { return false }
        self.expected = nil
        return expected == (row, column)
    }
}
