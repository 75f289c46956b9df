import Foundation

/// The pictures in the resources. They are not cached in memory, because there may be many.
struct PictureFiles: Sendable {
    private let directory: String

    /// Uses the files in `pictures` below `resources`.
    init(resources: URL) {
        directory = resources.appending(component: "pictures", directoryHint: .isDirectory).path(percentEncoded: false)
    }

    /// Returns the picture of that name. Returns `nil` unless it is a regular file directly in that directory. Throws
    /// `Refusal` if the system cannot open it now.
    func picture(_ name: String) throws(Refusal) -> PictureFile? {
        let isPlain = !name.isEmpty && !name.hasPrefix(".") && !name.contains { $0 == "/" || $0 == "\0" }
        return isPlain ? try PictureFile(opening: name, in: directory) : nil
    }
}
