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

/// Text for the clipboard, limited in length and without anything that could control a terminal it is pasted into.
public struct ClipboardText: Hashable, Sendable {
    /// The maximum length in UTF-8 bytes: every terminal that supports clipboard writes accepts this much.
    public static let longest = 8 * 1_024

    public let lines: [String]

    /// Keeps whole lines while they fit; the first line that does not fit is cut after its last character that does.
    public init(_ lines: [String]) {
        var kept: [String] = []
        var room = ClipboardText.longest
        for line in lines {
            let plain = PlainText(line, limit: ClipboardText.longest).string
            let fitting = plain.prefix(bytes: room)
            if !kept.isEmpty, fitting.isEmpty, !plain.isEmpty { break }
            kept.append(fitting)
            room -= fitting.utf8.count + 1
            if fitting.utf8.count < plain.utf8.count || room <= 0 { break }
        }
        self.lines = kept
    }

    public var text: String { lines.joined(separator: "\n") }

    /// Returns the `OSC 52` sequence (XTerm Control Sequences, "Manipulate Selection Data"). tmux accepts or drops it
    /// itself, depending on `set-clipboard`; `throughTmux` adds a copy for the terminal behind tmux, where tmux allows
    /// passthrough.
    func bytes(throughTmux: Bool) -> [UInt8] {
        let command = Array("\u{1B}]52;c;".utf8) + Base64.encode(Array(text.utf8)[...]) + [KeyDecoder.bel]
        return throughTmux ? command + TmuxPassthrough.marked(command) : command
    }
}

extension String {
    /// The longest prefix of whole characters that fits into `bytes` UTF-8 bytes.
    fileprivate func prefix(bytes: Int) -> String {
        guard utf8.count > bytes else { return self }
        var room = bytes
        return String(
            prefix { character in
                room -= character.utf8.count
                return room >= 0
            })
    }
}

/// A notification that the terminal is asked to show on its user's desktop.
public struct DesktopNotification: Hashable, Sendable {
    /// The escape sequence that the terminal supports.
    public enum Sequence: String, Sendable, CaseIterable {
        /// `ESC ] 9 ; text BEL`: iTerm2, WezTerm, Windows Terminal, ghostty, foot.
        case osc9
        /// `ESC ] 777 ; notify ; title ; body BEL`: urxvt, foot, WezTerm, ghostty.
        case osc777
    }

    public let title: String
    public let body: String

    public init(title: String, body: String) {
        self.title = title
        self.body = body
    }

    /// The maximum number of scalars in a text: more than any desktop shows.
    private static let longest = 200

    func bytes(as sequence: Sequence) -> [UInt8] {
        let (title, body) = (DesktopNotification.harmless(title), DesktopNotification.harmless(body))
        let command =
            switch sequence {
            case .osc9: "9;\(title): \(body)"
            case .osc777: "777;notify;\(title);\(body)"
            }
        return Array("\u{1B}]\(command)\u{07}".utf8)
    }

    /// Removes control characters, and replaces the field separator: some terminals read a number before a semicolon
    /// as another command.
    private static func harmless(_ text: String) -> String {
        String(PlainText(text, limit: longest).string.map { $0 == ";" ? "," : $0 })
    }
}

/// tmux's passthrough to the terminal behind it, which needs `allow-passthrough`.
enum TmuxPassthrough {
    private static let begin = Array("\u{1B}Ptmux;".utf8)
    private static let end = Array("\u{1B}\\".utf8)

    /// Wraps `bytes` in the passthrough sequence, with every Esc doubled.
    static func marked(_ bytes: [UInt8]) -> [UInt8] {
        begin + bytes.flatMap { $0 == KeyDecoder.esc ? [$0, $0] : [$0] } + end
    }
}
