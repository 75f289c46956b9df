import Foundation
import Glibc
import NIOConcurrencyHelpers

/// Creates and checks directories that only their owner may enter.
public enum PrivateDirectory {
    private static let ownerOnly: mode_t = 0o700
    private static let slash = UInt8(ascii: "/")
    /// The directories that this program has asked for, which `removeUnused` leaves alone.
    private static let used = NIOLockedValueBox<Set<String>>([])

    /// Creates the directory at `path` and missing parents; an existing one stays as it is. If `durably`, new
    /// directories survive a loss of power on return. Throws the system's error.
    public static func create(at path: String, durably: Bool = true) throws(POSIXError) {
        use(path)
        guard !isDirectory(path) else { return }
        let parent = parent(of: path)
        if parent != path { try create(at: parent, durably: durably) }
        guard mkdir(path, ownerOnly) == 0 else {
            let number = errno
            // Another program may have created it meanwhile.
            guard !isDirectory(path) else { return }
            throw POSIXError(number: number == EEXIST ? ENOTDIR : number)
        }
        if durably { try synchronize(parent) }
    }

    /// Removes those directories that are empty and that this program has not asked for. A directory that `create` is
    /// about to use is never removed between its creation and that of its first file.
    public static func removeUnused(_ paths: [String]) {
        used.withLockedValue { used in
            for path in paths where !used.contains(path.withoutTrailingSlashes) { rmdir(path) }
        }
    }

    private static func use(_ path: String) {
        used.withLockedValue { _ = $0.insert(path.withoutTrailingSlashes) }
    }

    /// Whether files can be created in the directory at `path`, or it could be created. Creates nothing.
    public static func isWritable(at path: String) -> Bool {
        guard !isDirectory(path) else { return access(path, W_OK | X_OK) == 0 }
        let parent = parent(of: path)
        return access(path, F_OK) != 0 && parent != path && isWritable(at: parent)
    }

    /// Makes the names in the directory at `path` durable, as far as its file system supports that and the directory is
    /// readable.
    static func synchronize(_ path: String) throws(POSIXError) {
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 || errno == EINVAL else { throw POSIXError(number: errno) }
    }

    /// Returns the directory of `path`: "." for a plain name.
    static func parent(of path: String) -> String {
        guard let name = path.utf8.lastIndex(where: { $0 != slash }) else { return path.isEmpty ? "." : "/" }
        guard let end = path.utf8[..<name].lastIndex(of: slash) else { return "." }
        guard let last = path.utf8[..<end].lastIndex(where: { $0 != slash }) else { return "/" }
        return String(path[...last])
    }

    private static func isDirectory(_ path: String) -> Bool {
        var facts = stat()
        return stat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFDIR
    }
}

extension POSIXError {
    /// Creates the error from `errno`; `EIO` if the number has no name.
    init(number: Int32) { self.init(POSIXErrorCode(rawValue: number) ?? .EIO) }
}
