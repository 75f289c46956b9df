import Foundation
import Glibc

/// Reads files that contain one secret.
enum SecretFile {
    enum Problem: Error {
        /// The file cannot be read, is neither a regular file nor a pipe, is not UTF-8, or is too large.
        case unreadable
        /// Users other than the owner may access the file.
        case exposed
        /// The file belongs to another user, who may read and change it.
        case foreign
    }

    /// The maximum size in bytes, larger than any address or token.
    private static let largest = 8_192
    /// The mode bits that must not be set: all permissions of anybody but the owner.
    private static let othersMay: mode_t = 0o077
    /// The same for a credential of this service (systemd.exec(5)): there the bit with which the group may read is the
    /// mask of an access control list, which lets the service's user read the file of root.
    private static let othersMayOnCredential: mode_t = 0o037

    /// Returns the text of the file at `path`, which must belong to this user or root and be accessible to its owner
    /// only. A pipe is accepted as well, as a shell creates for `<(pass show keeper)`.
    static func read(_ path: String) throws(Problem) -> String {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
        guard descriptor >= 0 else { throw .unreadable }
        defer { close(descriptor) }
        let credentials = ProcessEnvironment.variables["CREDENTIALS_DIRECTORY"]
        try check(descriptor, isCredential: credentials.map { path.hasPrefix("\($0)/") } ?? false)
        return try text(descriptor)
    }

    /// Checks the open file, not the path, where there may be another file by now.
    private static func check(_ descriptor: Int32, isCredential: Bool) throws(Problem) {
        var facts = stat()
        guard fstat(descriptor, &facts) == 0, [S_IFREG, S_IFIFO].contains(facts.st_mode & S_IFMT) else {
            throw .unreadable
        }
        guard facts.st_uid == geteuid() || facts.st_uid == 0 else { throw .foreign }
        let mayNotBeSet = isCredential && facts.st_uid == 0 ? othersMayOnCredential : othersMay
        guard facts.st_mode & mayNotBeSet == 0 else { throw .exposed }
    }

    private static func text(_ descriptor: Int32) throws(Problem) -> String {
        var content = [UInt8](repeating: 0, count: largest + 1)
        var count = 0
        // A pipe delivers its contents in pieces.
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
