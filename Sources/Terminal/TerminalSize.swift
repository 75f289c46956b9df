import CNcurses
import Canvas
import Glibc

/// The size that a terminal reports, and the size that is drawn on it.
///
/// A terminal behind ssh reports whatever its user says, and memory is allocated for every cell that is drawn.
struct TerminalSize: Equatable {
    /// The largest size that is drawn; the rest of a larger terminal stays blank.
    static let largest = Size(width: 800, height: 250)
    /// A side of -1 in the 16 bits that the system has for it: a mistake, and no size.
    private static let noSide = Int(UInt16.max)

    let reported: Size

    var drawn: Size {
        Size(
            width: min(reported.width, TerminalSize.largest.width),
            height: min(reported.height, TerminalSize.largest.height))
    }

    var isValid: Bool { reported.width < TerminalSize.noSide && reported.height < TerminalSize.noSide }

    /// The size of the terminal on standard input; `nil` if the terminal does not report one.
    static var ofTerminal: TerminalSize? {
        var (columns, rows): (Int32, Int32) = (0, 0)
        guard terminal_size(STDIN_FILENO, &columns, &rows) else { return nil }
        return TerminalSize(reported: Size(width: Int(columns), height: Int(rows)))
    }

    /// The size that `COLUMNS` and `LINES` say, for a terminal that does not report one; `nil` if they are no numbers.
    static func named(columns: String?, lines: String?) -> TerminalSize? {
        guard let columns = columns.flatMap({ Int($0) }), let lines = lines.flatMap({ Int($0) }), columns > 0, lines > 0
        else { return nil }
        return TerminalSize(reported: Size(width: columns, height: lines))
    }
}

extension CursesTerminal {
    /// Returns the size of the terminal, else what the environment says, else what curses takes it for.
    static func measure() -> TerminalSize {
        if let size = TerminalSize.ofTerminal { return size }
        let columns = getenv("COLUMNS").map { String(cString: $0) }
        let lines = getenv("LINES").map { String(cString: $0) }
        if let size = TerminalSize.named(columns: columns, lines: lines), size.isValid { return size }
        let screen = curses_screen()
        return TerminalSize(reported: Size(width: Int(getmaxx(screen)), height: Int(getmaxy(screen))))
    }
}
