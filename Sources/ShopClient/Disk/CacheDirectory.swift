import Foundation
import Platform

/// A private directory in which files are replaced atomically.
struct CacheDirectory: Sendable {
    let path: String

    /// Returns the content of the file `name`, or `nil` if it does not exist, is not a regular file, or has more than
    /// `limit` bytes.
    func read(_ name: String, atMost limit: Int) -> Data? {
        // Non-blocking: opening a FIFO in its place would wait for a writer.
        let descriptor = open("\(path)/\(name)", O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var facts = stat()
        guard fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG, facts.st_size <= limit else {
            return nil
        }
        var data = Data(count: Int(facts.st_size))
        var filled = 0
        while filled < data.count {
            let count = data.withUnsafeMutableBytes {
                Glibc.read(descriptor, $0.baseAddress.map { $0 + filled }, $0.count - filled)
            }
            guard count > 0 else { return nil }
            filled += count
        }
        return data
    }

    /// Replaces the file `name` atomically with what `write` writes. The file is readable by its owner only, and
    /// survives a power failure if `durably`. If `write` throws, the older file stays. `sweeping` first removes
    /// temporary files that were left behind in the directory.
    func replace(
        _ name: String, sweeping: Bool = true, durably: Bool = false, write: (AtomicFileWriter) throws -> Void
    ) -> DiskWriteResult {
        do {
            try PrivateDirectory.create(at: path)
            if sweeping { removeAbandoned() }
            let writer = try AtomicFileWriter(replacing: "\(path)/\(name)")
            try write(writer)
            try writer.commit(durably: durably)
            return .done
        } catch is CancellationError {
            return .cancelled
        } catch {
            return .failed((error as? POSIXError)?.code.rawValue ?? EIO)
        }
    }

    /// Runs `body` while no other program does so with the file `name`. Returns `nil`, without running it, if there is no
    /// such file. `body` may replace or remove it.
    func alone<Value>(with name: String, _ body: () -> Value) -> Value? {
        while true {
            let descriptor = open("\(path)/\(name)", O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
            guard descriptor >= 0 else { return errno == ENOENT ? nil : body() }
            defer { close(descriptor) }
            var facts = stat()
            // A file system without locks has to do without one.
            let isLocked = flock(descriptor, LOCK_EX) == 0
            // Another program may have replaced or removed the file while this one waited for it.
            if !isLocked || fstat(descriptor, &facts) != 0 || facts.st_nlink > 0 { return body() }
        }
    }

    /// Moves the file `name` to another directory, replacing a file of that name there. Returns whether it did.
    func move(_ name: String, to directory: CacheDirectory) -> Bool {
        guard (try? PrivateDirectory.create(at: directory.path)) != nil else { return false }
        return rename("\(path)/\(name)", "\(directory.path)/\(name)") == 0
    }

    /// Whether there is anything of that name.
    func contains(_ name: String) -> Bool {
        var facts = stat()
        return lstat("\(path)/\(name)", &facts) == 0
    }

    func remove(_ name: String) { unlink("\(path)/\(name)") }

    /// Returns the sorted names of the files with this suffix; empty if the directory does not exist.
    func names(ending: String) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        return names.filter { $0.hasSuffix(ending) && !$0.hasPrefix(AtomicFileWriter.temporaryPrefix) }.sorted()
    }

    /// Sets the modification time of the file `name` to now.
    func touch(_ name: String) { utimensat(AT_FDCWD, "\(path)/\(name)", nil, AT_SYMLINK_NOFOLLOW) }

    /// A complete file of the directory.
    struct Entry {
        let name: String
        let bytes: Int
        /// The modification time in seconds since 1970, for comparing: when the file was last written or touched.
        let usedAt: Double
    }

    /// Returns the complete files of the directory, without those that are still being written.
    func files() -> [Entry] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        return names.compactMap { name in
            var facts = stat()
            guard !name.hasPrefix(AtomicFileWriter.temporaryPrefix), lstat("\(path)/\(name)", &facts) == 0,
                facts.st_mode & S_IFMT == S_IFREG
            else { return nil }
            let usedAt = Double(facts.st_mtim.tv_sec) + Double(facts.st_mtim.tv_nsec) / 1e9
            return Entry(name: name, bytes: Int(facts.st_size), usedAt: usedAt)
        }
    }

    /// Removes the files that were stored before that time and that `isIncluded` accepts by their names.
    func remove(storedBefore time: Date, where isIncluded: (String) -> Bool = { _ in true }) {
        for file in files() where isIncluded(file.name) && file.usedAt < time.timeIntervalSince1970 {
            remove(file.name)
        }
    }

    /// Removes the temporary files of programs that were killed while writing.
    func removeAbandoned() { AtomicFileWriter.removeAbandoned(in: path) }
}

/// Creates a distinct file name from any text.
public enum FileName {
    /// File systems allow 255 bytes; the rest is for suffixes.
    private static let longest = 180

    /// Returns a name of letters, digits, dots and dashes; every other byte is escaped as `_` and two hexadecimal
    /// digits. The names of different texts differ; one that is too long ends in a hash of the whole text instead.
    public static func of(_ text: String) -> String {
        var name = ""
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
                name.unicodeScalars.append(Unicode.Scalar(byte))
            case UInt8(ascii: ".") where !name.isEmpty: name += "."
            default: name += "_" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
            }
        }
        guard name.utf8.count > longest else { return name }
        return name.prefix(longest - 17) + "_" + String(text.utf8.fnv1a, radix: 16)
    }
}

/// Remembers on this device whether the shop was ever visited.
public struct VisitStore: Sendable {
    private static let file = "visited"
    private static let maxFileSize = 4 << 10
    private let directory: CacheDirectory

    public init(directory: String) { self.directory = CacheDirectory(path: directory) }

    /// Returns the store in the user's state directory: `XDG_STATE_HOME`, or `~/.local/state`. Returns `nil` if the
    /// environment defines neither.
    public static func standard(environment: [String: String]) -> VisitStore? {
        BaseDirectory.state.path(in: environment).map { VisitStore(directory: "\($0)/banchan") }
    }

    /// Records a visit, and returns whether it is the first one. Returns `false` if the visit cannot be recorded, so
    /// that nobody is welcomed again and again.
    public func noteVisit() -> Bool {
        guard directory.read(VisitStore.file, atMost: VisitStore.maxFileSize) == nil else { return false }
        if case .done = directory.replace(VisitStore.file, sweeping: false, write: { _ in }) { return true }
        return false
    }
}
