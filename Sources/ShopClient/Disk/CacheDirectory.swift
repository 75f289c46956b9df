import Foundation

/// A directory of our own in which files are replaced as a whole or not at all.
struct CacheDirectory: Sendable {
    let path: String

    private static let ownerOnly: mode_t = 0o700
    private static let temporaryPrefix = ".new-"
    /// Seconds after which a file that is still being written is nobody's any more.
    private static let abandonedAfter = 3_600

    /// The content of the file `name`; `nil` where there is none, none that is a plain file, or more than `limit` bytes.
    func read(_ name: String, atMost limit: Int) -> Data? {
        // Not blocking: a pipe in its place would wait for a writer.
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

    /// Makes the file `name` what `write` writes, readable by its owner only. Until that is whole, and for ever when
    /// `write` throws, the older file stays. `sweeping` looks through the directory for what was left behind there.
    func replace(_ name: String, sweeping: Bool = true, write: (CacheFile) throws -> Void) -> SnapshotWriting {
        guard create() else { return .failed(errno) }
        if sweeping { removeAbandoned() }
        var template = Array("\(path)/\(CacheDirectory.temporaryPrefix)XXXXXX".utf8CString)
        let descriptor = mkstemp(&template)
        guard descriptor >= 0 else { return .failed(errno) }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        let outcome = fill(CacheFile(descriptor: descriptor), write)
        close(descriptor)
        guard outcome == .done else {
            unlink(template)
            return outcome
        }
        guard rename(template, "\(path)/\(name)") == 0 else {
            let number = errno
            unlink(template)
            return .failed(number)
        }
        return .done
    }

    func remove(_ name: String) { unlink("\(path)/\(name)") }

    /// The names of its files that end so, in their order; none where there is no directory.
    func names(ending: String) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        return names.filter { $0.hasSuffix(ending) && !$0.hasPrefix(CacheDirectory.temporaryPrefix) }.sorted()
    }

    /// Notes that the file `name` was used now.
    func touch(_ name: String) { utimensat(AT_FDCWD, "\(path)/\(name)", nil, AT_SYMLINK_NOFOLLOW) }

    /// A whole file of the directory.
    struct Entry {
        let name: String
        let bytes: Int
        /// When it was written or touched last: seconds and nanoseconds, to be compared.
        let usedAt: Double
    }

    /// The whole files that are there, without those that are still being written.
    func files() -> [Entry] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        return names.compactMap { name in
            var facts = stat()
            guard !name.hasPrefix(CacheDirectory.temporaryPrefix), lstat("\(path)/\(name)", &facts) == 0,
                facts.st_mode & S_IFMT == S_IFREG
            else { return nil }
            let usedAt = Double(facts.st_mtim.tv_sec) + Double(facts.st_mtim.tv_nsec) / 1e9
            return Entry(name: name, bytes: Int(facts.st_size), usedAt: usedAt)
        }
    }

    private func fill(_ file: CacheFile, _ write: (CacheFile) throws -> Void) -> SnapshotWriting {
        do {
            try write(file)
            return .done
        } catch is CancellationError {
            return .cancelled
        } catch {
            return .failed((error as? POSIXError)?.code.rawValue ?? EIO)
        }
    }

    private func create() -> Bool {
        guard access(path, W_OK | X_OK) != 0 else { return true }
        try? FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true,
            attributes: [.posixPermissions: Int(CacheDirectory.ownerOnly)])
        return access(path, W_OK | X_OK) == 0
    }

    /// Removes what a program that was killed while writing left behind.
    func removeAbandoned() {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        for name in names where name.hasPrefix(CacheDirectory.temporaryPrefix) {
            var facts = stat()
            guard stat("\(path)/\(name)", &facts) == 0 else { continue }
            if time(nil) - facts.st_mtim.tv_sec > CacheDirectory.abandonedAfter { remove(name) }
        }
    }
}

/// A file that is being written.
struct CacheFile {
    fileprivate let descriptor: Int32

    /// Appends all of `data`. Throws `POSIXError`.
    func write(_ data: Data) throws {
        var written = 0
        while written < data.count {
            let count = data.withUnsafeBytes {
                Glibc.write(descriptor, $0.baseAddress.map { $0 + written }, $0.count - written)
            }
            guard count > 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
            written += count
        }
    }

    /// Returns once what was written is safe from a loss of power. Throws `POSIXError`.
    func flush() throws {
        guard fsync(descriptor) == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    }
}
