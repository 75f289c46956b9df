import Foundation

/// The user's directories, as the XDG base directory specification names them.
struct BaseDirectory: Sendable {
    let variable: String
    /// Below the home directory, where the variable is not set.
    let usual: String

    static let data = BaseDirectory(variable: "XDG_DATA_HOME", usual: ".local/share")
    static let state = BaseDirectory(variable: "XDG_STATE_HOME", usual: ".local/state")

    /// `nil` where the environment names neither it nor a home. Relative paths are to be ignored.
    func url(in environment: [String: String]) -> URL? {
        if let path = environment[variable], path.hasPrefix("/") { return URL(fileURLWithPath: path) }
        guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
        return URL(fileURLWithPath: home).appendingPathComponent(usual)
    }
}
