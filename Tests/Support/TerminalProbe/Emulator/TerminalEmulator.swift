import CTestSupport

/// A terminal screen without a window: takes the bytes that a program wrote and returns what a person would see.
///
/// It is based on libvterm, which supports the alternate screen, scroll regions, repeated characters and line drawing
/// as `xterm-256color` describes them. Used from one thread at a time.
public final class TerminalEmulator {
    public private(set) var columns: Int
    public private(set) var rows: Int
    private let terminal: OpaquePointer
    private let screen: OpaquePointer
    private let events = EmulatorEvents()
    private let callbacks: UnsafeMutablePointer<VTermScreenCallbacks>
    private var boundary = SequenceBoundary()
    private var incomplete: [UInt8] = []

    /// libvterm 0.1.4 crashes if the screen is too narrow for a wide glyph.
    private static let minColumns = 2

    /// Creates an empty screen of that size. Both must be positive.
    public init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
        terminal = vterm_new(Int32(rows), Int32(max(columns, TerminalEmulator.minColumns)))
        vterm_set_utf8(terminal, 1)
        screen = vterm_obtain_screen(terminal)
        callbacks = events.observe(terminal, screen)
        vterm_screen_enable_altscreen(screen, 1)
        vterm_screen_reset(screen, 1)
    }

    deinit {
        vterm_free(terminal)
        callbacks.deallocate()
    }

    /// Processes the program's output; sequences may be split at any byte.
    public func feed(_ bytes: [UInt8]) {
        let complete = boundary.completeCount(of: bytes)
        guard complete > 0 else {
            incomplete += bytes
            return
        }
        write(incomplete + bytes[..<complete])
        incomplete = Array(bytes[complete...])
    }

    /// Changes the size. Rows and columns that no longer fit are lost at the bottom and at the right. The scroll region
    /// becomes the whole screen, as in xterm.
    public func resize(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
        defer { events.lines = [:] }
        let cursor = cursor
        // libvterm 0.1.4 crashes later if the scroll region or the cursor is outside the new size.
        write(Array("\u{1b}[r\u{1b}[H".utf8))
        vterm_set_size(terminal, Int32(rows), Int32(max(columns, TerminalEmulator.minColumns)))
        write(Array("\u{1b}[\(min(cursor.row, rows - 1) + 1);\(min(cursor.column, columns - 1) + 1)H".utf8))
    }

    private func write(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes { buffer in
            _ = vterm_input_write(terminal, buffer.bindMemory(to: CChar.self).baseAddress, buffer.count)
        }
    }

    /// Returns and removes the terminal's replies to the program's queries.
    public func takeReplies() -> [UInt8] {
        defer { events.output = [] }
        return events.output
    }

    /// Returns the bytes that pressing `key` sends in the modes that the program has set.
    public func bytes(for key: Key) -> [UInt8] {
        let before = events.output
        events.output = []
        defer { events.output = before }
        key.press(on: terminal)
        return key.literalBytes ?? events.output
    }

    /// A mouse action, with libvterm's number of the button.
    public enum MouseAction: Int, Sendable {
        case click = 1
        case wheelUp = 4
        case wheelDown = 5
    }

    /// Returns the bytes that a mouse action at a cell sends in the modes that the program has set; empty if it has
    /// turned on no mouse mode.
    public func bytes(for action: MouseAction, row: Int, column: Int) -> [UInt8] {
        let before = events.output
        events.output = []
        defer { events.output = before }
        vterm_mouse_move(terminal, Int32(row), Int32(column), VTERM_MOD_NONE)
        vterm_mouse_button(terminal, Int32(action.rawValue), true, VTERM_MOD_NONE)
        if action == .click { vterm_mouse_button(terminal, Int32(action.rawValue), false, VTERM_MOD_NONE) }
        return events.output
    }

    /// Whether the program has turned on a mouse mode.
    public var reportsMouse: Bool { events.reportsMouse }

    public var title: String { events.title }
    /// The number of times that the bell rang.
    public var bells: Int { events.bells }
    public var isAlternateScreen: Bool { events.isAlternateScreen }

    public var cursor: Cursor {
        var position = VTermPos()
        vterm_state_get_cursorpos(vterm_obtain_state(terminal), &position)
        return Cursor(row: Int(position.row), column: Int(position.col), isVisible: events.isCursorVisible)
    }

    /// All rows without trailing blanks. A wide glyph appears once.
    public var text: [String] { (0..<rows).map(line) }

    /// Returns the text of a row without trailing blanks; empty outside the screen.
    public func line(_ row: Int) -> String {
        if let line = events.lines[row] { return line }
        let whole = cells(row: row).reduce(into: "") { $0 += $1.text }
        let line = String(whole[..<(whole.lastIndex { $0 != " " }.map(whole.index(after:)) ?? whole.startIndex)])
        events.lines[row] = line
        return line
    }

    /// Returns the cells of a row, one per column.
    public func cells(row: Int) -> [Cell] { (0..<columns).map { cell(row: row, column: $0) } }

    /// Returns a cell; a blank outside the screen.
    public func cell(row: Int, column: Int) -> Cell {
        guard (0..<rows).contains(row), (0..<columns).contains(column) else { return Cell() }
        return Cell(raw(row, column), left: column > 0 ? raw(row, column - 1) : nil)
    }

    private func raw(_ row: Int, _ column: Int) -> VTermScreenCell {
        var cell = VTermScreenCell()
        vterm_screen_get_cell(screen, VTermPos(row: Int32(row), col: Int32(column)), &cell)
        return cell
    }
}
