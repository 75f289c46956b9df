import Foundation
import Glibc
import Platform

/// The pictures in the resources. Nothing of them is kept in memory: there may be many.
struct PictureFiles: Sendable {
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
        let stamp = FileStamp(of: descriptor)
        size = stamp?.size ?? 0
        // Told without reading the file, so that asking whether it changed costs nothing.
        let version = [Int(stamp?.inode ?? 0), size, stamp?.seconds ?? 0, stamp?.nanoseconds ?? 0]
        tag = EntityTag(of: version.map(String.init).joined(separator: "-").utf8)
        contentType =
            PictureFile.contentTypes[URL(filePath: path).pathExtension.lowercased()]
            ?? "application/octet-stream"
        guard stamp?.isPlain == true else { return nil }
    }

    deinit { close(descriptor) }

    /// At most `count` bytes from `offset` on; empty at the end, and where the system does not hand them over.
    func read(from offset: Int, count: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            filled = max(0, pread(descriptor, buffer.baseAddress, count, off_t(offset)))
        }
    }
}
