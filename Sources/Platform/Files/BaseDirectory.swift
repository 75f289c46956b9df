import Foundation

/// A base directory for one kind of a user's files, by the XDG specification
/// (https://specifications.freedesktop.org/basedir-spec/latest/).
public enum BaseDirectory: Sendable, CaseIterable {
    case cache, config, data, state

    /// The names of all environment variables that determine these directories.
    public static let variables = ["HOME"] + allCases.map(\.variable)

    /// Returns the directory's path from its own variable, or else its default below `HOME`. Paths that are not
    /// absolute are ignored. Returns `nil` if no path is left. The path has no slash at its end: that of the root is
    /// empty. Does not access the file system.
    public func path(in environment: [String: String]) -> String? {
        if let path = environment[variable], path.hasPrefix("/") { return path.withoutTrailingSlashes }
        guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
        return path(below: home)
    }

    /// Like `path(in:)`, with the default below `home` if the environment names none.
    public func path(in environment: [String: String], orBelow home: @autoclosure () -> String) -> String {
        path(in: environment) ?? path(below: home())
    }

    /// Returns the directory at `path(in:)`, or `nil` if there is none. A start does without URLs: for the path of
    /// the first one, the runtime searches all protocol conformances of the program.
    public func url(in environment: [String: String]) -> URL? { path(in: environment).map(BaseDirectory.url) }

    /// Like `url(in:)`, with the default below `home` if the environment names none.
    public func url(in environment: [String: String], orBelow home: @autoclosure () -> String) -> URL {
        BaseDirectory.url(path(in: environment, orBelow: home()))
    }

    private func path(below home: String) -> String { "\(home.withoutTrailingSlashes)/\(standardPath)" }

    private static func url(_ path: String) -> URL {
        URL(filePath: path.isEmpty ? "/" : path, directoryHint: .isDirectory)
    }

    private var variable: String {
        switch self {
        case .cache: "XDG_CACHE_HOME"
        case .config: "XDG_CONFIG_HOME"
        case .data: "XDG_DATA_HOME"
        case .state: "XDG_STATE_HOME"
        }
    }

    private var standardPath: String {
        switch self {
        case .cache: ".cache"
        case .config: ".config"
        case .data: ".local/share"
        case .state: ".local/state"
        }
    }
}
