import TerminalText

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

    /// Returns the escape sequence that shows the notification.
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
