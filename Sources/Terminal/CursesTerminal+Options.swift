import CNcurses
import Canvas
import Glibc
import TerminalText

extension CursesTerminal {
    /// What the user's environment and settings say about the terminal.
    public struct Options: Sendable {
        public var name: String
        public var allowsColor: Bool
        /// The preferences of the user, and the value of `COLORFGBG`, which may tell the background colour.
        public var preferences: TerminalPreferences
        public var backgroundHint: String
        /// The file that descriptors 1 and 2 write to while the terminal is in use, so that no library prints onto the
        /// screen.
        public var log: String
        /// The escape sequence for desktop notifications; `nil` if they are off.
        public var notifications: DesktopNotification.Sequence?
        /// Whether the terminal supports 24-bit colour, whatever its terminfo entry says.
        public var hasDirectColor: Bool
        public var pictures: PictureChoice
        /// Asks tmux about the terminal it runs in; `nil` outside tmux.
        public var outerTerminal: (@Sendable () async -> OuterTerminal?)?
        /// Whether the terminal may be queried for its modes (DECRQM): some terminals print such queries.
        public var answersModeQuestions: Bool
        /// Whether Ctrl-C, Ctrl-Z and the like are read as ordinary keys instead of raising signals.
        public var readsSignalKeys: Bool

        public init(
            name: String, allowsColor: Bool, preferences: TerminalPreferences = TerminalPreferences(),
            backgroundHint: String = "",
            log: String, notifications: DesktopNotification.Sequence? = nil, hasDirectColor: Bool = false,
            pictures: PictureChoice = .auto, outerTerminal: (@Sendable () async -> OuterTerminal?)? = nil,
            answersModeQuestions: Bool = true, readsSignalKeys: Bool = false
        ) {
            self.name = name
            self.allowsColor = allowsColor
            self.preferences = preferences
            self.backgroundHint = backgroundHint
            self.log = log
            self.notifications = notifications
            self.hasDirectColor = hasDirectColor
            self.pictures = pictures
            self.outerTerminal = outerTerminal
            self.answersModeQuestions = answersModeQuestions
            self.readsSignalKeys = readsSignalKeys
        }
    }
}

extension CursesTerminal.Options {
    /// The prefix of the names of terminals that never count as 24-bit, whatever the environment says: GNU screen
    /// passes on the environment of another terminal.
    private static let indirect = "screen"

    /// Whether to open the terminal with 24-bit colour, whatever its terminfo entry says.
    var opensDirectColor: Bool { allowsColor && hasDirectColor && !name.hasPrefix(Self.indirect) }
}

extension CursesTerminal {
    /// Checks that the terminal can show the shop, without changing anything. Returns the name of the terminal database's
    /// entry that is used for it. Throws the first requirement that is not met.
    @discardableResult
    public static nonisolated func check(_ options: Options) throws(TerminalError) -> String {
        guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else { throw .notATerminal }
        guard ColumnWidth.isUTF8 else { throw .noUTF8 }
        let entry = try TerminalEntry.named(options.name)
        if let size = TerminalSize.ofTerminal, !size.isValid { throw .invalidSize(size.reported) }
        return entry
    }

    static func setModes(readsSignalKeys: Bool) {
        let screen = curses_screen()
        if readsSignalKeys { raw() } else { cbreak() }
        noecho()
        nonl()
        typeahead(-1)
        leaveok(screen, false)
        curs_set(0)
    }
}

/// Chooses the entry of the terminal database for the terminal that `TERM` names.
///
/// Many terminals bring their own entry, which a machine reached by ssh does not have. They all understand what xterm
/// does.
enum TerminalEntry {
    /// The entry that stands in for one that this machine does not have.
    static let substitute = "xterm-256color"

    /// The beginnings of the names of terminals that understand xterm's sequences.
    private static let families = [
        "alacritty", "contour", "foot", "ghostty", "gnome", "iterm", "iterm2", "kitty", "konsole", "mintty", "mlterm",
        "ms-terminal", "nsterm", "putty", "rio", "rxvt", "screen", "st", "tmux", "vte", "wezterm", "xterm",
    ]

    /// Whether `name` is a terminal of a known family, such as `xterm-kitty` or `tmux-direct`.
    static func isOfKnownFamily(_ name: String) -> Bool {
        let name = name.lowercased()
        return families.contains { family in
            guard name.hasPrefix(family) else { return false }
            let next = name.dropFirst(family.count).first
            return next == nil || next == "-" || next == "." || next == "+"
        }
    }

    /// Returns the name of the entry for the terminal `name`, and makes it curses' current one. Throws if there is none,
    /// or if the terminal cannot position its cursor.
    static func named(_ name: String) throws(TerminalError) -> String {
        guard !name.isEmpty else { throw .unknown(name: name) }
        switch curses_look_up(name, STDOUT_FILENO) {
        case curses_entry_suitable: return name
        case curses_entry_unsuitable: throw .unsuitable(name: name)
        default: break
        }
        guard isOfKnownFamily(name), curses_look_up(substitute, STDOUT_FILENO) == curses_entry_suitable else {
            throw .unknown(name: name)
        }
        return substitute
    }
}

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
