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
    /// Whether what was bought stays in the terminal after a visit.
    public var receipt = true
    /// Whether the terminal rings, as for new orders on the keeper's board.
    public var bell = true
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

extension Settings {
    /// Returns a setting as the file has it; `nil` for texts, which may be long or contain a secret.
    public func value(of name: SettingName) -> String? {
        func switched(_ isOn: Bool) -> String { isOn ? "on" : "off" }
        return switch name {
        case .theme: theme.rawValue
        case .pictures: pictures.rawValue
        case .language: language.rawValue
        case .mouse: switched(mouse)
        case .receipt: switched(receipt)
        case .bell: switched(bell)
        case .plain: switched(plain)
        case .server, .guest: nil
        }
    }
}

public enum LanguageChoice: String, Sendable, CaseIterable {
    /// The locale's language.
    case auto
    case korean = "ko"
    case english = "en"
}

/// A setting with a single value, which can come from the command line, the environment or the file.
public enum SettingName: String, Sendable, CaseIterable {
    case theme, mouse, receipt, bell, pictures, plain, language, server, guest

    /// The setting's environment variable.
    public var variable: String {
        switch self {
        case .mouse, .receipt, .bell: "BANCHAN_NO_\(rawValue.uppercased())"
        default: "BANCHAN_\(rawValue.uppercased())"
        }
    }

    /// The setting's command-line option.
    public var option: String {
        switch self {
        case .mouse, .receipt, .bell: "--no-\(rawValue)"
        case .guest: "--guest-name"
        default: "--\(rawValue)"
        }
    }

    /// Returns the setting's value from the environment, or `nil` if it is not set there.
    func value(in environment: [String: String]) -> String? {
        guard let text = environment[variable], !text.isEmpty else { return nil }
        return switch self {
        case .mouse, .receipt, .bell: "off"
        case .plain: "on"
        default: text
        }
    }
}

public enum SettingOrigin: Hashable, Sendable {
    /// A command-line option.
    case option(String)
    case variable(String)
    /// A line of the file, counted from 1.
    case file(line: Int)
    case standard
}
