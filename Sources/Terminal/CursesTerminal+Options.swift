extension CursesTerminal {
    /// What the user's environment says of the terminal.
    public struct Options: Sendable {
        /// The value of `TERM`.
        public var name: String
        /// False when `NO_COLOR` is set.
        public var allowsColor: Bool
        /// What the user wants, and the value of `COLORFGBG`, which may tell what is behind the text.
        public var look: TerminalLook
        public var backgroundHint: String
        /// Where descriptors 1 and 2 lead while the screen is ours, so that no library can print into it.
        public var log: String
        /// How the desktop is told of something; `nil` where it is not.
        public var notifications: DesktopNotification.Sequence?
        /// Whether the terminal shows any colour, whatever is known of those of its name.
        public var hasDirectColor: Bool
        public var pictures: PictureChoice
        /// Asks tmux, in which the program runs, for the terminal behind it; `nil` elsewhere.
        public var outerTerminal: (@Sendable () async -> OuterTerminal?)?
        /// Whether the terminal may be asked what modes it knows: some print such questions.
        public var answersModeQuestions: Bool
        /// Whether Ctrl-C, Ctrl-Z and the like are keys as any other, and no signals.
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
    /// Terminals by these names do not show any colour whatever the environment says: GNU screen hands on what another
    /// terminal has said.
    private static let indirect = "screen"

    /// The name of a terminal of which curses has to be told that it shows any colour.
    var direct: String? {
        allowsColor && hasDirectColor && !name.hasPrefix(Self.indirect) ? name : nil
    }
}
