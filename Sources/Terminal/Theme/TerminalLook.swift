/// What the user wants of the terminal, and may change while it is open.
public struct TerminalLook: Hashable, Sendable {
    public var theme: ThemeChoice
    public var colors: ThemeColors
    /// Whether the terminal is asked for what the mouse does; it keeps the mouse for itself otherwise.
    public var allowsMouse: Bool

    public init(theme: ThemeChoice = .auto, colors: ThemeColors = ThemeColors(), allowsMouse: Bool = true) {
        self.theme = theme
        self.colors = colors
        self.allowsMouse = allowsMouse
    }
}
