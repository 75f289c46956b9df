/// Bracketed paste: the terminal marks where pasted text begins and ends (DEC private mode 2004).
struct BracketedPaste {
    private static let on = Array("\u{1B}[?2004h".utf8)
    private static let off = Array("\u{1B}[?2004l".utf8)

    /// Name prefixes of terminals that mark pastes, or ignore the mode, although their entries in the terminal database do
    /// not list it.
    private static let known = [
        "Eterm", "alacritty", "contour", "foot", "ghostty", "gnome", "hterm", "iterm", "kitty", "konsole", "linux",
        "mintty", "mlterm", "nsterm", "putty", "rxvt", "screen", "st-", "tmux", "vte", "wezterm", "xterm",
    ]

    /// Whether the terminal is asked to mark pastes.
    let isKnown: Bool

    /// `isListed` is whether the terminal database lists the mode for the terminal `name`.
    init(terminal name: String, isListed: Bool) {
        isKnown = isListed || BracketedPaste.known.contains { name.hasPrefix($0) }
    }

    /// Returns the sequence that switches the marks on or off; empty if the terminal is not asked.
    func sequence(on: Bool) -> [UInt8] { isKnown ? on ? BracketedPaste.on : BracketedPaste.off : [] }
}
