/// Which colours the user wants.
public enum ThemeChoice: String, Sendable, CaseIterable {
    /// Those for the terminal's background, which it is asked for.
    case auto
    case light
    case dark
    /// Only the 16 that the terminal's user chose.
    case sixteen = "16"
    /// Only the terminal's own foreground and background.
    case highContrast = "high-contrast"

    /// Whether it depends on what is behind the text.
    var dependsOnBackground: Bool { self == .auto || self == .sixteen }
}
