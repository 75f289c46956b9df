import Glibc
import Platform

/// Redirects descriptors 1 and 2 away from the screen: libraries that print write to a log file, and curses gets the
/// terminal under a descriptor of its own.
final class DivertedOutput {
    /// The terminal for curses, and the same terminal under a non-blocking descriptor.
    let screen: Int32
    let terminal: Int32
    private let standardOutput: Int32
    private let standardError: Int32
    private let log: Int32

    /// Opens the log at `path` (created private to the user) and redirects. If it cannot be opened, printed text is
    /// dropped.
    init(to path: String) {
        standardOutput = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)
        standardError = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3)
        screen = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)
        terminal = DescriptorOutput.reopened(STDOUT_FILENO) ?? fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)
        let file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        log = file >= 0 ? file : open("/dev/null", O_WRONLY | O_CLOEXEC)
        divert()
    }

    func divert() {
        dup2(log, STDOUT_FILENO)
        dup2(log, STDERR_FILENO)
    }

    func restore() {
        dup2(standardOutput, STDOUT_FILENO)
        dup2(standardError, STDERR_FILENO)
    }
}
