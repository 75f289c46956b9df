import Foundation
import Glibc

/// Creates and checks directories that only their owner may enter.
public enum PrivateDirectory {
    private static let ownerOnly: mode_t = 0o700
    private static let slash = UInt8(ascii: "/")
    /// The maximum number of attempts to create a directory that another program removes, and the microseconds between
    /// them.
    private static let attempts = 20
    private static let pause: UInt32 = 1_000

    /// Creates the directory at `path` and missing parents; an existing one stays as it is. If `durably`, new
    /// directories survive a loss of power on return. Throws the system's error.
    public static func create(at path: String, durably: Bool = true) throws(POSIXError) {
        _ = try hold(at: path, durably: durably)
    }

    /// Creates the directory at `path` as `create` does. Until the result is released, no program can claim it.
    /// Throws the system's error.
    public static func hold(at path: String, durably: Bool = true) throws(POSIXError) -> HeldDirectory {
        for attempt in 0..<attempts {
            if attempt > 0 { usleep(pause) }
            if let directory = try holdOnce(path, durably: durably) { return directory }
        }
        throw POSIXError(.ENOENT)
    }

    /// Returns `nil` if another program claims or removes the directory at this moment.
    private static func holdOnce(_ path: String, durably: Bool) throws(POSIXError) -> HeldDirectory? {
        let parent = parent(of: path)
        // Held until the new directory is held itself: making it durable takes longer than removing it.
        let heldParent = isDirectory(path) || parent == path ? nil : try hold(at: parent, durably: durably)
        defer { withExtendedLifetime(heldParent) {} }
        let isNew = heldParent == nil ? false : try make(path)
        guard let directory = try HeldDirectory.existing(path) else { return nil }
        // Without the right to read it, or on a file system without locks, it has to do without a lock.
        guard directory.lock(LOCK_SH) || errno != EWOULDBLOCK, directory.isLinked else { return nil }
        if isNew, durably { try synchronize(parent) }
        return directory
    }

    /// Creates the directory itself. Returns `false` if another program has created it meanwhile.
    private static func make(_ path: String) throws(POSIXError) -> Bool {
        guard mkdir(path, ownerOnly) != 0 else { return true }
        let code = errno
        guard !isDirectory(path) else { return false }
        throw POSIXError(code: code == EEXIST ? ENOTDIR : code)
    }

    /// Claims the directory at `path`: until the result is released, no program can hold it. Returns `nil` if a program
    /// holds it, or if it does not exist.
    public static func claim(_ path: String) -> HeldDirectory? {
        guard let directory = try? HeldDirectory.existing(path), directory.lock(LOCK_EX), directory.isLinked else {
            return nil
        }
        return directory
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
        guard fsync(descriptor) == 0 || errno == EINVAL else { throw POSIXError(code: errno) }
    }

    /// Returns the directory of `path`: "." for a plain name.
    public static func parent(of path: String) -> String {
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

/// A locked directory: one that is held, so that no program removes it, or one that is claimed.
public final class HeldDirectory: Sendable {
    private let descriptor: Int32

    private init(_ descriptor: Int32) { self.descriptor = descriptor }

    /// Opens the directory at `path`; returns `nil` if there is none.
    fileprivate static func existing(_ path: String) throws(POSIXError) -> HeldDirectory? {
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 || errno == EACCES else {
            if errno == ENOENT { return nil }
            throw POSIXError(code: errno)
        }
        return HeldDirectory(descriptor)
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Takes the lock of that kind. Returns `false`, and sets `errno`, if that is not possible at once.
    fileprivate func lock(_ kind: Int32) -> Bool { flock(descriptor, kind | LOCK_NB) == 0 }

    fileprivate var isLinked: Bool {
        var facts = stat()
        return descriptor < 0 || fstat(descriptor, &facts) == 0 && facts.st_nlink > 0
    }
}

extension POSIXError {
    /// Creates the error from `errno`; `EIO` if the number has no name.
    init(code: Int32) { self.init(POSIXErrorCode(rawValue: code) ?? .EIO) }
}
