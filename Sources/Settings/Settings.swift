import Terminal

/// The user's settings. Each has a default.
public struct Settings: Hashable, Sendable {
    public var theme = ThemeChoice.auto
    /// Colours that replace the theme's own.
    public var colors = ThemeColors()
    /// The keys of rebound commands, by command name; an empty list is a command without keys.
    public var keys: [String: [Key]] = [:]
    /// Whether mouse reports are requested from the terminal.
    public var mouse = true
    public var pictures = PictureChoice.auto
    /// Whether the screen suits a screen reader: one column, no lines, no pictures, no animation.
    public var plain = false
    public var language = LanguageChoice.auto
    /// The address of a server, as written; `nil` for the built-in shop.
    public var server: String?
    /// The fixed name for orders at this terminal, as written; `nil` if each guest gives their own.
    public var guest: String?
    /// Additional sections of the menu, in order.
    public var sections: [OwnSection] = []

    public init() {}
}

/// The language of the user interface.
public enum LanguageChoice: String, Sendable, CaseIterable {
    /// The locale's language.
    case auto
    case korean = "ko"
    case english = "en"
}
