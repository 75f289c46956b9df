import CNcurses
import Glibc

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
