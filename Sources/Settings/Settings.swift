import Terminal

/// What the user wants of the program. Everything has a default, which holds where nothing says otherwise.
public struct Settings: Hashable, Sendable {
    public var theme = ThemeChoice.auto
    /// Colours in the place of the theme's own.
    public var colors = ThemeColors()
    /// The keys of commands that have others than usual, by the commands' names; none for a command without keys.
    public var keys: [String: [Key]] = [:]
    /// Whether the terminal is asked for what the mouse does.
    public var mouse = true
    public var pictures = PictureChoice.auto
    /// Whether the screen is one that is heard: one column, no lines, no pictures, nothing that turns.
    public var plain = false
    public var language = LanguageChoice.auto
    /// The address of a server, as it was written; `nil` for the shop that the program brings.
    public var server: String?
    /// Who always orders at this terminal, as it was written; `nil` for whoever comes.
    public var guest: String?
    /// Sections of the menu beside the shop's, in their order.
    public var sections: [OwnSection] = []

    public init() {}
}

/// In which language the program speaks.
public enum LanguageChoice: String, Sendable, CaseIterable {
    /// That of the locale.
    case auto
    case korean = "ko"
    case english = "en"
}
