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

    /// Moves the file `name` to another directory, replacing a file of that name there. Returns whether it did.
    func move(_ name: String, to directory: CacheDirectory) -> Bool {
        guard (try? PrivateDirectory.create(at: directory.path)) != nil else { return false }
        return rename("\(path)/\(name)", "\(directory.path)/\(name)") == 0
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

    /// Removes the temporary files of programs that were killed while writing.
    func removeAbandoned() { AtomicFileWriter.removeAbandoned(in: path) }
}
