import Foundation
import Glibc

/// A file that the user names for output.
///
/// A regular file, also one to which a symbolic link leads, is replaced as a whole or not at all, and is readable by its
/// owner only, unless another mode is given. The link stays. Anything else, such as a device or a fifo, is opened and
/// written to: it stays what it is. Not safe for use from several threads at once.
public final class OutputFile {
    private enum Destination {
        case replaced(AtomicFileWriter)
        case opened(Int32)
    }

    private let destination: Destination

    /// The pause between two attempts to open a fifo that nobody reads yet, in milliseconds.
    private static let pause: Int32 = 50

    /// Begins to write the file at `path`, whose directory must exist. A fifo without a reader is waited for, as long as
    /// `waits`, which is called with a time in milliseconds and sleeps for it, returns `true`. Throws the system's error,
    /// `EINTR` if `waits` has ended that.
    public init(
        at path: String, mode: mode_t = S_IRUSR | S_IWUSR,
        waits: (_ milliseconds: Int32) -> Bool = { poll(nil, 0, $0) == 0 }
    ) throws(POSIXError) {
        destination =
            if let file = OutputFile.regularFile(at: path) {
                .replaced(try AtomicFileWriter(replacing: file, mode: mode))
            } else {
                .opened(try OutputFile.open(path, mode, waits))
            }
    }

    /// Returns the path of the regular file at `path`, or to which a symbolic link there leads; `path` if nothing is
    /// there; `nil` for anything else, and for a link that leads nowhere.
    private static func regularFile(at path: String) -> String? {
        var facts = stat()
        guard lstat(path, &facts) == 0 else { return path }
        guard facts.st_mode & S_IFMT == S_IFLNK else { return facts.st_mode & S_IFMT == S_IFREG ? path : nil }
        guard stat(path, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG, let target = realpath(path, nil) else {
            return nil
        }
        defer { free(target) }
        return String(cString: target)
    }

    deinit { if case .opened(let descriptor) = destination { close(descriptor) } }

    private static func open(_ path: String, _ mode: mode_t, _ waits: (Int32) -> Bool) throws(POSIXError) -> Int32 {
        // A symbolic link may lead to a file that does not exist yet, and anything may lead to a fifo.
        let access = O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOCTTY | O_NONBLOCK
        while true {
            let descriptor = Glibc.open(path, access, mode)
            if descriptor >= 0 { return descriptor }
            let error = errno
            guard error == ENXIO, isFifo(path) else { throw POSIXError(code: error) }
            guard waits(pause) else { throw POSIXError(.EINTR) }
        }
    }

    private static func isFifo(_ path: String) -> Bool {
        var facts = stat()
        return stat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFIFO
    }

    /// Appends all of `data`. Throws the system's error.
    public func write(_ data: Data) throws(POSIXError) {
        switch destination {
        case .replaced(let writer): try writer.write(data)
        case .opened(let descriptor):
            switch data.withUnsafeBytes({ DescriptorOutput.write($0, to: descriptor) }) {
            case nil: return
            case .stuck: throw POSIXError(.EAGAIN)
            case .system(let code): throw POSIXError(code: code)
            }
        }
    }

    /// Puts a regular file in its place. If `durably`, what was written survives a loss of power on return. Throws the
    /// system's error.
    public func commit(durably: Bool) throws(POSIXError) {
        switch destination {
        case .replaced(let writer): try writer.commit(durably: durably)
        case .opened(let descriptor):
            // Most devices, and fifos, cannot be synchronized.
            guard durably, fsync(descriptor) != 0, errno != EINVAL, errno != EROFS, errno != ENOTSUP else { return }
            throw POSIXError(code: errno)
        }
    }
}
