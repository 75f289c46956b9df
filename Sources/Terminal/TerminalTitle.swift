import TerminalText

/// The title of the terminal's window: set while the screen is ours, and given back with it.
struct TerminalTitle {
    /// Beginnings of the names of terminals that take a title as xterm does.
    private static let known = [
        "alacritty", "contour", "foot", "ghostty", "gnome", "konsole", "mintty", "rxvt", "screen", "st-", "tmux", "vte",
        "wezterm", "xterm",
    ]

    /// Keeps the present title, and brings that back (XTerm Control Sequences, "Window manipulation"). Terminals that know
    /// nothing of it do nothing.
    private static let save = "\u{1B}[22;0t"
    private static let restore = "\u{1B}[23;0t"
    /// Scalars of the longest title.
    private static let longest = 100

    /// Whether the terminal takes a title.
    let isKnown: Bool
    private(set) var text = ""
    private var isShown = false

    /// For a terminal of that name, whose entry in the terminal database says that `beginning` begins its status line.
    init(terminal name: String, beginning: String?) {
        isKnown = TerminalTitle.known.contains { name.hasPrefix($0) } || beginning?.hasPrefix("\u{1B}]") == true
    }

    /// What has to be written for another title; nothing where it is the same, or the terminal takes none.
    mutating func set(_ title: String) -> [UInt8] {
        let title = PlainText(title, limit: TerminalTitle.longest).string
        guard isKnown, title != text else { return [] }
        text = title
        return show()
    }

    /// What has to be written for the present title, where the screen is ours again.
    mutating func show() -> [UInt8] {
        guard isKnown, !text.isEmpty else { return [] }
        defer { isShown = true }
        return Array("\(isShown ? "" : TerminalTitle.save)\u{1B}]0;\(text)\u{07}".utf8)
    }

    /// What gives the terminal back the title that it had.
    var leavingBytes: [UInt8] { isShown ? Array(TerminalTitle.restore.utf8) : [] }

    /// The same, once.
    mutating func hide() -> [UInt8] {
        defer { isShown = false }
        return leavingBytes
    }
}
