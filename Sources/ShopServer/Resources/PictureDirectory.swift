import Foundation
import NIOConcurrencyHelpers
import Platform

/// Finds pictures by name in one of the shop's directories. The pictures are not kept in memory: there may be many.
///
/// A name means the file with just that name; else the one whose name is canonically equivalent: Hangul that was typed
/// and Hangul in a name that comes from another system may be composed differently.
final class PictureDirectory: Sendable {
    /// The names of the files, read at most once for each stamp of the directory.
    private struct Listing {
        let stamp: FileStamp
        /// By canonically equivalent names, as `String` compares them.
        let names: [String: String]
        /// By names in lower case.
        let lowercased: [String: String]
    }

    /// The maximum number of names that are compared; a larger directory is searched for exact names only.
    private static let maxNames = 100_000

    /// The path, with a slash at its end.
    let path: String
    private let listing = NIOLockedValueBox<Listing?>(nil)

    init(_ directory: URL) {
        path = URL(filePath: directory.path(percentEncoded: false), directoryHint: .isDirectory)
            .path(percentEncoded: false)
    }

    /// Opens the picture of that name. Returns `nil` unless it is a regular file directly in the directory. Throws
    /// `Refusal` if the system cannot open it now.
    func picture(_ name: String) throws(Refusal) -> PictureFile? {
        if let picture = try PictureFile(opening: name, in: path) { return picture }
        guard let equivalent = self.name(of: name), !equivalent.utf8.elementsEqual(name.utf8) else { return nil }
        return try PictureFile(opening: equivalent, in: path)
    }

    /// Returns the name of the file that `name` means, as the file system has it; `nil` if there is none.
    func name(of name: String) -> String? {
        FileStamp(of: path + name) == nil ? current?.names[name] : name
    }

    /// Returns the name of a file that differs from `name` in letter case only; `nil` if there is none.
    func name(similarTo name: String) -> String? { current?.lowercased[name.lowercased()] }

    /// The present listing; `nil` if the directory cannot be read or is too large.
    private var current: Listing? {
        guard let stamp = FileStamp(of: path) else { return nil }
        return listing.withLockedValue { listing in
            if listing?.stamp != stamp { listing = read(stamp) }
            return listing
        }
    }

    private func read(_ stamp: FileStamp) -> Listing? {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: path),
            names.count <= PictureDirectory.maxNames
        else { return nil }
        let shown = names.filter { !$0.hasPrefix(".") }.sorted().map { ($0, $0) }
        return Listing(
            stamp: stamp, names: Dictionary(shown) { first, _ in first },
            lowercased: Dictionary(shown.map { ($0.0.lowercased(), $0.1) }) { first, _ in first })
    }
}
