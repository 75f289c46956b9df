import CNcurses
import Canvas
import Glibc
import TerminalText

extension CursesTerminal {
    /// What the user's environment and settings say about the terminal.
    public struct Options: Sendable {
        /// The value of `TERM`.
        public var name: String
        /// False when `NO_COLOR` is set.
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

    /// The terminal name to open with 24-bit colour; `nil` if curses should use the terminfo entry as it is.
    var direct: String? {
        allowsColor && hasDirectColor && !name.hasPrefix(Self.indirect) ? name : nil
    }
}

extension CursesTerminal {
    /// Checks that the terminal can show the shop, without changing anything. Throws the first requirement that is not
    /// met.
    public static nonisolated func check(_ options: Options) throws(TerminalError) {
        guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else { throw .notATerminal }
        guard ColumnWidth.isUTF8 else { throw .noUTF8 }
        guard !options.name.isEmpty, curses_knows_terminal(options.name, STDOUT_FILENO) == 1 else {
            throw .unsuitable(name: options.name)
        }
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

    /// The size of the terminal, or what curses takes it for if the terminal does not tell.
    static func measure() -> Size {
        var columns: Int32 = 0
        var rows: Int32 = 0
        if terminal_size(STDIN_FILENO, &columns, &rows) { return Size(width: Int(columns), height: Int(rows)) }
        return Size(width: Int(getmaxx(curses_screen())), height: Int(getmaxy(curses_screen())))
    }
}
