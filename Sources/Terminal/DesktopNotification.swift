import TerminalText

/// Something that the terminal is asked to show on its user's desktop.
public struct DesktopNotification: Hashable, Sendable {
    /// The escape sequence that a terminal understands.
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

    /// Scalars of a text: more than any desktop shows.
    private static let longest = 200

    /// What is written to the terminal.
    func bytes(as sequence: Sequence) -> [UInt8] {
        let (title, body) = (DesktopNotification.harmless(title), DesktopNotification.harmless(body))
        let command =
            switch sequence {
            case .osc9: "9;\(title): \(body)"
            case .osc777: "777;notify;\(title);\(body)"
            }
        return Array("\u{1B}]\(command)\u{07}".utf8)
    }

    /// Without control characters, and without what parts the fields: a number before a semicolon is another command to
    /// some terminals.
    private static func harmless(_ text: String) -> String {
        String(PlainText(text, limit: longest).string.map { $0 == ";" ? "," : $0 })
    }
}
