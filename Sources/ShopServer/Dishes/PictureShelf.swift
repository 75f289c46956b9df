import Foundation
import Glibc

/// The pictures in the resources. Nothing of them is kept in memory: there may be many.
struct PictureShelf: Sendable {
    private let directory: String

    /// The files in `pictures` below `resources`.
    init(resources: URL) {
        directory = resources.appending(component: "pictures", directoryHint: .isDirectory).path(percentEncoded: false)
    }

    /// The picture of that name; `nil` for every name that is not one of a plain file right there.
    func picture(_ name: String) -> PictureFile? {
        let isPlain = !name.isEmpty && !name.hasPrefix(".") && !name.contains { $0 == "/" || $0 == "\0" }
        return isPlain ? PictureFile(opening: directory + name) : nil
    }
}

/// A picture's file, open for reading.
final class PictureFile: Sendable {
    let tag: EntityTag
    let size: Int
    /// The kind of picture that the name's extension promises.
    let contentType: String
    private let descriptor: Int32

    private static let contentTypes = [
        "jpg": "image/jpeg", "jpeg": "image/jpeg", "png": "image/png", "gif": "image/gif", "webp": "image/webp",
    ]

    init?(opening path: String) {
        // Not blocking: a pipe in its place would wait for a writer.
        let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        self.descriptor = descriptor
        var facts = stat()
        let isFile = fstat(descriptor, &facts) == 0 && facts.st_mode & S_IFMT == S_IFREG
        size = Int(facts.st_size)
        // Told without reading the file, so that asking whether it changed costs nothing.
        let version = [Int(facts.st_ino), size, facts.st_mtim.tv_sec, facts.st_mtim.tv_nsec]
        tag = EntityTag(of: version.map(String.init).joined(separator: "-").utf8)
        contentType =
            PictureFile.contentTypes[URL(filePath: path).pathExtension.lowercased()]
            ?? "application/octet-stream"
        guard isFile else { return nil }
    }

    deinit { close(descriptor) }

    /// At most `count` bytes from `offset` on; empty at the end, and where the system does not hand them over.
    func read(from offset: Int, count: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            filled = max(0, pread(descriptor, buffer.baseAddress, count, off_t(offset)))
        }
    }
}
