import Foundation
import Platform

/// A directory of our own in which files are replaced as a whole or not at all.
struct CacheDirectory: Sendable {
    let path: String

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

    /// Makes the file `name` what `write` writes, readable by its owner only, and safe from a loss of power if
    /// `durably`. Until that is whole, and for ever when `write` throws, the older file stays. `sweeping` looks through
    /// the directory for what was left behind there.
    func replace(
        _ name: String, sweeping: Bool = true, durably: Bool = false, write: (AtomicFileWriter) throws -> Void
    ) -> SnapshotWriting {
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

    func remove(_ name: String) { unlink("\(path)/\(name)") }

    /// The names of its files that end so, in their order; none where there is no directory.
    func names(ending: String) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        return names.filter { $0.hasSuffix(ending) && !$0.hasPrefix(AtomicFileWriter.temporaryPrefix) }.sorted()
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
            guard !name.hasPrefix(AtomicFileWriter.temporaryPrefix), lstat("\(path)/\(name)", &facts) == 0,
                facts.st_mode & S_IFMT == S_IFREG
            else { return nil }
            let usedAt = Double(facts.st_mtim.tv_sec) + Double(facts.st_mtim.tv_nsec) / 1e9
            return Entry(name: name, bytes: Int(facts.st_size), usedAt: usedAt)
        }
    }

    /// Removes what a program that was killed while writing left behind.
    func removeAbandoned() { AtomicFileWriter.removeAbandoned(in: path) }
}
