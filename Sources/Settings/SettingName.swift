/// A setting with a single value, which can come from the command line, the environment or the file.
public enum SettingName: String, Sendable, CaseIterable {
    case theme, mouse, pictures, plain, language, server, guest

    /// The setting's environment variable.
    public var variable: String {
        switch self {
        case .mouse: "BANCHAN_NO_MOUSE"
        default: "BANCHAN_\(rawValue.uppercased())"
        }
    }

    /// The setting's command-line option.
    public var option: String {
        switch self {
        case .mouse: "--no-mouse"
        case .guest: "--guest-name"
        default: "--\(rawValue)"
        }
    }

    /// Returns the setting's value from the environment, or `nil` if it is not set there.
    func value(in environment: [String: String]) -> String? {
        guard let text = environment[variable], !text.isEmpty else { return nil }
        return switch self {
        case .mouse: "off"
        case .plain: "on"
        default: text
        }
    }
}

/// The source of a setting's value.
public enum SettingOrigin: Hashable, Sendable {
    /// A command-line option.
    case option(String)
    /// An environment variable.
    case variable(String)
    /// A line of the file, counted from 1.
    case file(line: Int)
    case standard
}
