/// The user's choices for the terminal, which may change while it is open.
public struct TerminalPreferences: Hashable, Sendable {
    public var theme: ThemeChoice
    public var colors: ThemeColors
    /// Whether mouse reports are requested; otherwise the terminal handles the mouse itself.
    public var allowsMouse: Bool

    public init(theme: ThemeChoice = .auto, colors: ThemeColors = ThemeColors(), allowsMouse: Bool = true) {
        self.theme = theme
        self.colors = colors
        self.allowsMouse = allowsMouse
    }
}
