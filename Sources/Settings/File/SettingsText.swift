import Glibc
import Platform

/// Reads the text of the settings file, and rejects anything else at its path.
enum SettingsText {
    /// The maximum file size in bytes: more than anybody needs for settings.
    static let largest = 32 << 10

    /// Returns the text at `path`, or `nil` if there is no such file.
    static func read(_ path: String) throws(SettingsProblem) -> String? {
        // Non-blocking: opening a pipe would wait for a writer.
        let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
        guard descriptor >= 0 else {
            let code = errno
            if code == ENOENT || code == ENOTDIR { return nil }
            throw SettingsProblem(.unreadable(code: code), line: 1)
        }
        defer { close(descriptor) }
        guard FileStamp(of: descriptor)?.isPlain == true else { throw SettingsProblem(.notPlain, line: 1) }
        return try text(of: try bytes(descriptor))
    }

    private static func bytes(_ descriptor: Int32) throws(SettingsProblem) -> [UInt8] {
        var content = [UInt8](repeating: 0, count: largest + 1)
        var count = 0
        while count < content.count {
            let more = content[count...].withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
            if more < 0, errno == EINTR { continue }
            guard more >= 0 else { throw SettingsProblem(.unreadable(code: errno), line: 1) }
            if more == 0 { break }
            count += more
        }
        guard count <= largest else { throw SettingsProblem(.tooLarge(limit: largest), line: 1) }
        return Array(content[..<count])
    }

    private static func text(of bytes: [UInt8]) throws(SettingsProblem) -> String {
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        let newline = UInt8(ascii: "\n")
        // Finds the first invalid line: no UTF-8 sequence extends past the end of a line.
        let lines = bytes.split(separator: newline, omittingEmptySubsequences: false)
        let wrong = lines.firstIndex { String(validating: $0, as: UTF8.self) == nil } ?? 0
        throw SettingsProblem(.notUTF8, line: wrong + 1)
    }
}
