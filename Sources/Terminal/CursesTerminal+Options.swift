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
