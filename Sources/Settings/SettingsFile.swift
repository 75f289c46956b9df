import Foundation
import Platform

/// The user's file of settings.
public enum SettingsFile {
    /// Returns the path: `banchan/config.yaml` below the XDG config directory. Returns `nil` if the environment names
    /// none.
    public static func path(in environment: [String: String]) -> String? {
        BaseDirectory.config.path(in: environment).map { "\($0)/banchan/config.yaml" }
    }

    /// The reason why no file was written.
    public enum InitError: Error, Equatable {
        /// Something exists at that path.
        case exists
        case unwritable(code: Int)
    }

    /// Writes `text` to a new file, and creates its directory. An existing file stays unchanged; throws `.exists`
    /// then.
    public static func create(_ text: String, at path: String) throws(InitError) {
        let directory = (path as NSString).deletingLastPathComponent
        do throws(POSIXError) {
            try PrivateDirectory.create(at: directory, durably: false)
        } catch {
            throw .unwritable(code: Int(error.code.rawValue))
        }
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw errno == EEXIST ? .exists : .unwritable(code: Int(errno)) }
        defer { close(descriptor) }
        let failure = Array(text.utf8).withUnsafeBytes { DescriptorOutput.write($0, to: descriptor) }
        guard case .system(let code) = failure else { return }
        // Half a file of settings would be read as one.
        unlink(path)
        throw .unwritable(code: Int(code))
    }
}

extension SettingsFile {
    /// The maximum file size in bytes: more than anybody needs for settings.
    static let largest = 32 << 10

    /// Returns the text at `path`, or `nil` if there is no such file. Rejects anything but a file.
    static func text(at path: String) throws(SettingsProblem) -> String? {
        // Non-blocking: opening a pipe would wait for a writer.
        let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
        guard descriptor >= 0 else {
            let code = errno
            if code == ENOENT || code == ENOTDIR { return nil }
            throw SettingsProblem(.unreadable(code: code), line: 1)
        }
        defer { close(descriptor) }
        guard FileStamp(of: descriptor)?.isPlain == true else { throw SettingsProblem(.notPlain, line: 1) }
        guard let bytes = DescriptorInput.bytes(of: descriptor, limit: largest + 1) else {
            throw SettingsProblem(.unreadable(code: errno), line: 1)
        }
        guard bytes.count <= largest else { throw SettingsProblem(.tooLarge(limit: largest), line: 1) }
        return try text(of: bytes)
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

/// Watches the settings file and reports changed settings. Sleeps in between.
public struct SettingsWatch: Sendable {
    private let reader: SettingsReader

    public init(_ reader: SettingsReader) { self.reader = reader }

    /// Calls `onChange` for each change since `last` was read, until its task is cancelled.
    public func run(since last: ReadSettings, onChange: @escaping @Sendable (ReadSettings) -> Void) async {
        guard let file = reader.file else { return }
        let (changes, change) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let watch = FileWatch(SettingsWatch.watchedDirectories(of: file)) { change.yield() }
        // Catches changes made before the watch began.
        change.yield()
        var last = last
        for await _ in changes {
            let now = reader.read()
            guard now != last else { continue }
            last = now
            onChange(now)
        }
        watch.cancel()
    }

    /// Returns the directories to watch: from the nearest existing one down to the file's own, so that their creation
    /// is noticed.
    private static func watchedDirectories(of file: String) -> [FileWatch.Target] {
        func directory(of path: String) -> String { (path as NSString).deletingLastPathComponent }
        var paths = [directory(of: file)]
        repeat { paths.insert(directory(of: paths[0]), at: 0) } while !FileManager.default.fileExists(atPath: paths[0])
        return paths.map { .content(of: $0) }
    }
}
