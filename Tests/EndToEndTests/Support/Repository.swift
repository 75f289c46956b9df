import Foundation

/// The files of the repository that is being tested.
enum Repository {
    static let root = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(components: "..", "..", "..").standardizedFileURL

    /// Returns the URL of a file by its path from the root.
    static func file(_ path: String) -> URL { root.appending(path: path) }

    /// Returns the text of a file by its path from the root.
    static func text(_ path: String) throws -> String { try String(contentsOf: file(path), encoding: .utf8) }
}
