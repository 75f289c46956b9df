import Foundation
import Glibc

/// A file with one secret in it.
enum SecretFile {
    enum Problem: Error {
        /// It cannot be read, is no file, is no text, or has more in it than anyone would put there.
        case unreadable
        /// Others may read or change it.
        case exposed
        /// It belongs to another user, who may read and change it.
        case foreign
    }

    /// More bytes than any address or token has.
    private static let largest = 8_192
    /// What a file's mode may not let anybody but its owner do.
    private static let othersMay: mode_t = 0o077

    /// The text in the file at `path`, which belongs to this user or root and is for its owner only. A pipe will do,
    /// as a shell makes one for `<(pass show keeper)`.
    static func read(_ path: String) throws(Problem) -> String {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
        guard descriptor >= 0 else { throw .unreadable }
        defer { close(descriptor) }
        try check(descriptor)
        return try text(descriptor)
    }

    /// Looks at what was opened, not at the path, behind which there may be another file by now.
    private static func check(_ descriptor: Int32) throws(Problem) {
        var facts = stat()
        guard fstat(descriptor, &facts) == 0, [S_IFREG, S_IFIFO].contains(facts.st_mode & S_IFMT) else {
            throw .unreadable
        }
        guard facts.st_uid == geteuid() || facts.st_uid == 0 else { throw .foreign }
        guard facts.st_mode & othersMay == 0 else { throw .exposed }
    }

    private static func text(_ descriptor: Int32) throws(Problem) -> String {
        var content = [UInt8](repeating: 0, count: largest + 1)
        var count = 0
        // A pipe hands its content over in pieces.
        while count < content.count {
            let more = content[count...].withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
            if more < 0, errno == EINTR { continue }
            guard more >= 0 else { throw .unreadable }
            if more == 0 { break }
            count += more
        }
        guard count <= largest, let text = String(bytes: content[..<count], encoding: .utf8) else { throw .unreadable }
        return text
    }
}
