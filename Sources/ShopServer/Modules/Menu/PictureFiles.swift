import Foundation

/// The pictures in the resources. Nothing of them is kept in memory: there may be many.
struct PictureFiles: Sendable {
    private let directory: String

    /// The files in `pictures` below `resources`.
    init(resources: URL) {
        directory = resources.appending(component: "pictures", directoryHint: .isDirectory).path(percentEncoded: false)
    }

    /// The picture of that name; `nil` for every name that is not one of a plain file right there. Throws
    /// `Refusal` where the system cannot open it now.
    func picture(_ name: String) throws(Refusal) -> PictureFile? {
        let isPlain = !name.isEmpty && !name.hasPrefix(".") && !name.contains { $0 == "/" || $0 == "\0" }
        return isPlain ? try PictureFile(opening: name, in: directory) : nil
    }
}
