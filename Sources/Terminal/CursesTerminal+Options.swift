extension CursesTerminal {
    /// What the user's environment and settings say about the terminal.
    public struct Options: Sendable {
        /// The value of `TERM`.
        public var name: String
        /// False when `NO_COLOR` is set.
        public var allowsColor: Bool
        /// The look that the user chose, and the value of `COLORFGBG`, which may tell the background colour.
        public var look: TerminalLook
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
            name: String, allowsColor: Bool, look: TerminalLook = TerminalLook(), backgroundHint: String = "",
            log: String, notifications: DesktopNotification.Sequence? = nil, hasDirectColor: Bool = false,
            pictures: PictureChoice = .auto, outerTerminal: (@Sendable () async -> OuterTerminal?)? = nil,
            answersModeQuestions: Bool = true, readsSignalKeys: Bool = false
        ) {
            self.name = name
            self.allowsColor = allowsColor
            self.look = look
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
