import Foundation
import Glibc

/// Writes a file atomically: to a temporary file next to the target, or to one without a name, which then replaces the
/// target as a whole or not at all.
///
/// The file is readable by its owner only, unless another mode is given. Until `commit` returns, the older file stays; a
/// writer released without it leaves nothing behind. A program that is killed meanwhile leaves a temporary file, which
/// `removeAbandoned` removes. A symbolic link at the path is replaced itself. Not safe for use from several threads at
/// once.
public final class AtomicFileWriter {
    public static let temporaryPrefix = ".new-"
    /// The age in seconds from which on a temporary file counts as abandoned.
    private static let abandonedAfter = 3_600

    private let path: String
    /// The temporary file's path; `nil` for a file without a name.
    private let temporary: [CChar]?
    private let descriptor: Int32
    private var isCommitted = false

    /// Begins to write the file that will replace the one at `path`, whose directory must exist. It has `mode` whatever
    /// the umask. Throws the system's error.
    public init(replacing path: String, mode: mode_t = S_IRUSR | S_IWUSR) throws(POSIXError) {
        self.path = path
        let directory = PrivateDirectory.parent(of: path)
        var template = Array("\(directory)/\(AtomicFileWriter.temporaryPrefix)XXXXXX".utf8CString)
        descriptor = mkstemp(&template)
        temporary = template
        guard descriptor >= 0 else { throw POSIXError(code: errno) }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        fchmod(descriptor, mode)
    }

    /// Begins to write a new file for `path`, where none may exist. It has no name until `commit`, so nothing is left
    /// of it even if the program is killed. Throws the system's error, such as `EOPNOTSUPP` if the file system does not
    /// support files without a name.
    public init(making path: String) throws(POSIXError) {
        self.path = path
        temporary = nil
        let access = O_WRONLY | O_CLOEXEC | AtomicFileWriter.withoutName
        descriptor = open(PrivateDirectory.parent(of: path), access, S_IRUSR | S_IWUSR)
        guard descriptor >= 0 else { throw POSIXError(code: errno) }
    }

    /// `O_TMPFILE`, which Swift does not import; from Linux' asm-generic/fcntl.h.
    private static let withoutName = 0o20_000_000 | O_DIRECTORY

    deinit {
        guard descriptor >= 0 else { return }
        close(descriptor)
        if !isCommitted, let temporary { unlink(temporary) }
    }

    /// Appends all of `data`. Throws the system's error.
    public func write(_ data: Data) throws(POSIXError) {
        var rest = data[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if count == 0 || errno != EINTR {
                throw POSIXError(code: count == 0 ? EIO : errno)
            }
        }
    }

    /// Puts the file in its place. Call it once. If `durably`, content and name survive a loss of power on return.
    /// Throws the system's error, `EEXIST` if a file exists where a new one was to be made. After an error the older
    /// file is still there, unless only the directory could not be synchronized.
    public func commit(durably: Bool) throws(POSIXError) {
        if durably, fsync(descriptor) != 0 { throw POSIXError(code: errno) }
        guard replaceTarget() == 0 else { throw POSIXError(code: errno) }
        isCommitted = true
        if durably { try PrivateDirectory.synchronize(PrivateDirectory.parent(of: path)) }
    }

    private func replaceTarget() -> Int32 {
        guard let temporary else {
            return linkat(AT_FDCWD, "/proc/self/fd/\(descriptor)", AT_FDCWD, path, AT_SYMLINK_FOLLOW)
        }
        return rename(temporary, path)
    }

    /// Removes from `directory` the temporary files that killed programs left there more than an hour ago.
    public static func removeAbandoned(in directory: String) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
        for name in names where name.hasPrefix(temporaryPrefix) {
            var facts = stat()
            guard lstat("\(directory)/\(name)", &facts) == 0 else { continue }
            if time(nil) - facts.st_mtim.tv_sec > abandonedAfter { unlink("\(directory)/\(name)") }
        }
    }
}
