import Foundation
import Glibc

/// Directories that only their owner may enter.
public enum PrivateDirectory {
    private static let ownerOnly: mode_t = 0o700

    /// Makes the directory at `path` and those above it that are missing; one that is there stays as it is. If
    /// `durably`, what was made is safe from a loss of power on return. Throws what the system says.
    public static func create(at path: String, durably: Bool = true) throws(POSIXError) {
        guard !isDirectory(path) else { return }
        let parent = parent(of: path)
        if parent != path { try create(at: parent, durably: durably) }
        guard mkdir(path, ownerOnly) == 0 else {
            let number = errno
            // Another program may have been quicker.
            guard !isDirectory(path) else { return }
            throw POSIXError(number: number == EEXIST ? ENOTDIR : number)
        }
        if durably { try synchronize(parent) }
    }

    /// Whether files may be put into the directory at `path`, or into one that would have to be made there. Makes nothing.
    public static func isWritable(at path: String) -> Bool {
        guard !isDirectory(path) else { return access(path, W_OK | X_OK) == 0 }
        let parent = parent(of: path)
        return access(path, F_OK) != 0 && parent != path && isWritable(at: parent)
    }

    /// Returns once the names in the directory at `path` are safe from a loss of power, as far as its file system and
    /// the permission to read it allow that.
    static func synchronize(_ path: String) throws(POSIXError) {
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 || errno == EINVAL else { throw POSIXError(number: errno) }
    }

    /// The directory that `path` is in: the present one for a plain name.
    static func parent(of path: String) -> String {
        let parent = NSString(string: path).deletingLastPathComponent
        return parent.isEmpty ? "." : parent
    }

    private static func isDirectory(_ path: String) -> Bool {
        var facts = stat()
        return stat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFDIR
    }
}

extension POSIXError {
    /// The error of that number; an input/output error for one that has no name.
    init(number: Int32) { self.init(POSIXErrorCode(rawValue: number) ?? .EIO) }
}
