import Foundation
import Glibc
import Platform
import ShopApp

/// The one way in which commands print. What prevents it ends the command with a sentence, not with a crash.
enum StandardOutput {
    /// Writes `text` to standard output, however long its reader takes.
    static func write(_ text: String) throws(CommandProblem) { try write(Data(text.utf8)) }

    static func write(_ data: Data) throws(CommandProblem) {
        switch data.withUnsafeBytes({ DescriptorOutput.write($0, to: STDOUT_FILENO) }) {
        case nil: return
        // There is no limit.
        case .stuck: throw .output(code: Int(EAGAIN))
        case .system(EPIPE): throw .outputClosed
        case .system(let code): throw .output(code: Int(code))
        }
    }

    /// Writes `text` to one of the standard descriptors. Each time that its reader accepts nothing, waits for at most
    /// `limit` milliseconds, or for ever if that is negative. Returns what prevented it, if anything.
    static func write(_ text: String, to descriptor: Int32, _ limit: Int32) -> DescriptorOutput.Failure? {
        Array(text.utf8).withUnsafeBytes { DescriptorOutput.write($0, to: descriptor, limit: limit) }
    }

    /// Occupies the standard descriptors that are closed, so that no other file gets their numbers: what is printed would
    /// go into it. Reading and writing there still fail as on a closed descriptor. Call before anything is opened.
    static func occupyClosedDescriptors() {
        for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(descriptor, F_GETFD) < 0 {
            // A file opened now gets the lowest free number, which is this one.
            _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
        }
    }
}

extension User {
    /// Prints `text` on standard output.
    func print(_ text: String) throws(CommandFailure) {
        do throws(CommandProblem) {
            try StandardOutput.write(text)
        } catch {
            throw described(error)
        }
    }
}
