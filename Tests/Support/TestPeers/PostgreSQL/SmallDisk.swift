import Foundation
import Glibc

/// A small file system in memory, for tests of what happens when it is full.
public struct SmallDisk: Sendable {
    public let url: URL
    private var filler: URL { url.appending(path: "filler") }

    /// Mounts the file system. Returns `nil` if this user may not mount one.
    public init?(at url: URL, megabytes: Int = 1) throws {
        self.url = url
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        guard mount("tmpfs", url.path, "tmpfs", 0, "size=\(megabytes)m") == 0 else { return nil }
    }

    /// Fills it to the last page.
    public func fill() throws {
        try Data().write(to: filler)
        let file = try FileHandle(forWritingTo: filler)
        let piece = Data(repeating: 1, count: 4_096)
        while (try? file.write(contentsOf: piece)) != nil {}
    }

    public func free() throws { try FileManager.default.removeItem(at: filler) }

    public func unmount() { umount2(url.path, Int32(MNT_DETACH)) }
}
