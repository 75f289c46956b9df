/// The user's choice of colours.
public enum ThemeChoice: String, Sendable, CaseIterable {
    /// Colours for the terminal's background, which the terminal is queried for.
    case auto
    case light
    case dark
    /// Only the 16 colours of the terminal's own palette.
    case sixteen = "16"
    /// Only the terminal's default foreground and background.
    case highContrast = "high-contrast"

    /// Whether the choice depends on the background.
    var dependsOnBackground: Bool { self == .auto || self == .sixteen }
}
