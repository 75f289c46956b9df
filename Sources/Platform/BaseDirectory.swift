import Foundation

/// A base directory for one kind of a user's files, by the XDG specification
/// (https://specifications.freedesktop.org/basedir-spec/latest/).
public enum BaseDirectory: Sendable, CaseIterable {
    case cache, config, data, state

    /// The names of all environment variables that determine these directories.
    public static let variables = ["HOME"] + allCases.map(\.variable)

    /// Returns the directory from its own variable, or else its default below `HOME`. Paths that are not absolute are
    /// ignored. Returns `nil` if no path is left. Does not access the file system.
    public func url(in environment: [String: String]) -> URL? {
        if let path = environment[variable], path.hasPrefix("/") {
            return URL(filePath: path, directoryHint: .isDirectory)
        }
        guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
        return url(below: home)
    }

    /// Like `url(in:)`, with the default below `home` if the environment names none.
    public func url(in environment: [String: String], orBelow home: @autoclosure () -> String) -> URL {
        url(in: environment) ?? url(below: home())
    }

    private func url(below home: String) -> URL {
        URL(filePath: home, directoryHint: .isDirectory).appending(path: usualPath, directoryHint: .isDirectory)
    }

    private var variable: String {
        switch self {
        case .cache: "XDG_CACHE_HOME"
        case .config: "XDG_CONFIG_HOME"
        case .data: "XDG_DATA_HOME"
        case .state: "XDG_STATE_HOME"
        }
    }

    private var usualPath: String {
        switch self {
        case .cache: ".cache"
        case .config: ".config"
        case .data: ".local/share"
        case .state: ".local/state"
        }
    }
}
