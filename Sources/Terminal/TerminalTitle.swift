import TerminalText

/// The window title of the terminal: set while the program has the screen, and restored afterwards.
struct TerminalTitle {
    /// Name prefixes of terminals that accept a title as xterm does.
    private static let known = [
        "alacritty", "contour", "foot", "ghostty", "gnome", "konsole", "mintty", "rxvt", "screen", "st-", "tmux", "vte",
        "wezterm", "xterm",
    ]

    /// Push and pop the current title (XTerm Control Sequences, "Window manipulation"). Terminals without support
    /// ignore them.
    private static let save = "\u{1B}[22;0t"
    private static let restore = "\u{1B}[23;0t"
    /// The maximum title length in scalars.
    private static let longest = 100

    /// Whether the terminal supports titles.
    let isKnown: Bool
    private(set) var text = ""
    private var isShown = false

    /// Creates the title of the terminal `name`. `beginning` is the sequence that begins its status line, from the
    /// terminal database.
    init(terminal name: String, beginning: String?) {
        isKnown = TerminalTitle.known.contains { name.hasPrefix($0) } || beginning?.hasPrefix("\u{1B}]") == true
    }

    /// Changes the title. Returns the bytes to write; empty if it is unchanged or the terminal does not support
    /// titles.
    mutating func set(_ title: String) -> [UInt8] {
        let title = PlainText(title, limit: TerminalTitle.longest).string
        guard isKnown, title != text else { return [] }
        text = title
        return show()
    }

    /// Returns the bytes that show the current title, for when the program has the screen again.
    mutating func show() -> [UInt8] {
        guard isKnown, !text.isEmpty else { return [] }
        defer { isShown = true }
        return Array("\(isShown ? "" : TerminalTitle.save)\u{1B}]0;\(text)\u{07}".utf8)
    }

    /// The bytes that restore the terminal's own title; empty if it is not replaced.
    var restoreSequence: [UInt8] { isShown ? Array(TerminalTitle.restore.utf8) : [] }

    /// Returns `restoreSequence`, and marks the title as not shown.
    mutating func hide() -> [UInt8] {
        defer { isShown = false }
        return restoreSequence
    }
}
