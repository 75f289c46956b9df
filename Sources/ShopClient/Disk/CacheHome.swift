import Foundation

/// Where the user's caches are.
enum CacheHome {
    /// The directory that `XDG_CACHE_HOME` names, or `~/.cache`; `nil` where the environment names neither.
    static func url(in environment: [String: String]) -> URL? {
        // The base directory specification has relative paths ignored.
        if let path = environment["XDG_CACHE_HOME"], path.hasPrefix("/") { return URL(fileURLWithPath: path) }
        guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
        return URL(fileURLWithPath: home).appendingPathComponent(".cache")
    }
}
