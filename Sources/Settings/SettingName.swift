/// A setting that is one value, and may come from the command line, the environment and the file.
public enum SettingName: String, Sendable, CaseIterable {
    case theme, mouse, pictures, plain, language, server, guest

    /// The variable that the environment has it in.
    public var variable: String {
        switch self {
        case .mouse: "BANCHAN_NO_MOUSE"
        default: "BANCHAN_\(rawValue.uppercased())"
        }
    }

    /// The option of the command line.
    public var option: String {
        switch self {
        case .mouse: "--no-mouse"
        case .guest: "--guest-name"
        default: "--\(rawValue)"
        }
    }

    /// What the environment says of it; `nil` where it says nothing.
    func value(in environment: [String: String]) -> String? {
        guard let text = environment[variable], !text.isEmpty else { return nil }
        return switch self {
        case .mouse: "off"
        case .plain: "on"
        default: text
        }
    }
}

/// Where the value of a setting came from.
public enum SettingOrigin: Hashable, Sendable {
    /// An option of the command line.
    case option(String)
    /// A variable of the environment.
    case variable(String)
    /// A line of the file, counted from 1.
    case file(line: Int)
    case standard
}
