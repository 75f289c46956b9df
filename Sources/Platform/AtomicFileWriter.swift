import Foundation
import Glibc

/// A file that is written beside the one that it replaces, or without a name, and takes its place as a whole or not at all.
///
/// It is readable by its owner only. Until `commit` returns the older file stays; a writer that goes away without it
/// leaves nothing behind. A program that is killed meanwhile leaves a file that `removeAbandoned` finds. A symbolic link
/// at the path is replaced itself. Not for use by several threads at once.
public final class AtomicFileWriter {
    /// How the names of files begin that are still being written.
    public static let temporaryPrefix = ".new-"
    /// Seconds after which a file that is still being written is nobody's any more.
    private static let abandonedAfter = 3_600

    private let path: String
    /// What it is called meanwhile; `nil` for a file without a name.
    private let temporary: [CChar]?
    private let descriptor: Int32
    private var isCommitted = false

    /// Begins to write what becomes the file at `path`, whose directory must be there. Throws what the system says.
    public init(replacing path: String) throws(POSIXError) {
        self.path = path
        let directory = PrivateDirectory.parent(of: path)
        var template = Array("\(directory)/\(AtomicFileWriter.temporaryPrefix)XXXXXX".utf8CString)
        descriptor = mkstemp(&template)
        temporary = template
        guard descriptor >= 0 else { throw POSIXError(number: errno) }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }

    /// Begins to write what becomes the file at `path`, where there must not be one yet. It has no name until then, so that
    /// nothing is left of it whatever becomes of the program. Throws what the system says, such as `EOPNOTSUPP` where
    /// there are no such files.
    public init(making path: String) throws(POSIXError) {
        self.path = path
        temporary = nil
        let access = O_WRONLY | O_CLOEXEC | AtomicFileWriter.withoutName
        descriptor = open(PrivateDirectory.parent(of: path), access, S_IRUSR | S_IWUSR)
        guard descriptor >= 0 else { throw POSIXError(number: errno) }
    }

    /// `O_TMPFILE`, which Swift does not know; from Linux' asm-generic/fcntl.h.
    private static let withoutName = 0o20_000_000 | O_DIRECTORY

    deinit {
        guard descriptor >= 0 else { return }
        close(descriptor)
        if !isCommitted, let temporary { unlink(temporary) }
    }

    /// Appends all of `data`. Throws what the system says.
    public func write(_ data: Data) throws(POSIXError) {
        var rest = data[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if count == 0 || errno != EINTR {
                throw POSIXError(number: count == 0 ? EIO : errno)
            }
        }
    }

    /// Puts the file in its place, once. If `durably`, content and name are safe from a loss of power on return. Throws
    /// what the system says, `EEXIST` where there should be nothing and is something; then the older file is still there,
    /// unless only its directory could not be synchronized.
    public func commit(durably: Bool) throws(POSIXError) {
        if durably, fsync(descriptor) != 0 { throw POSIXError(number: errno) }
        guard takePlace() == 0 else { throw POSIXError(number: errno) }
        isCommitted = true
        if durably { try PrivateDirectory.synchronize(PrivateDirectory.parent(of: path)) }
    }

    private func takePlace() -> Int32 {
        guard let temporary else {
            return linkat(AT_FDCWD, "/proc/self/fd/\(descriptor)", AT_FDCWD, path, AT_SYMLINK_FOLLOW)
        }
        return rename(temporary, path)
    }

    /// Removes from `directory` what programs that were killed while writing left there an hour ago or more.
    public static func removeAbandoned(in directory: String) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
        for name in names where name.hasPrefix(temporaryPrefix) {
            var facts = stat()
            guard lstat("\(directory)/\(name)", &facts) == 0 else { continue }
            if time(nil) - facts.st_mtim.tv_sec > abandonedAfter { unlink("\(directory)/\(name)") }
        }
    }
}
