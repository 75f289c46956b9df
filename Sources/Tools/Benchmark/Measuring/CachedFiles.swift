import Foundation
import Glibc

/// The files of a program that may be in the page cache.
struct CachedFiles {
    private let paths: Set<String>

    /// Collects the files that the process has mapped, and all files below `directories`.
    init(of process: Int32, and directories: [URL] = []) {
        let maps = (try? String(contentsOfFile: "/proc/\(process)/maps", encoding: .utf8)) ?? ""
        let mapped = maps.split(separator: "\n").compactMap { $0.firstIndex(of: "/").map($0.suffix(from:)) }
        let below = directories.flatMap { directory in
            (FileManager.default.subpaths(atPath: directory.path) ?? []).map { directory.appending(path: $0).path }
        }
        paths = Set(mapped.map(String.init) + below)
    }

    /// Evicts the files from the page cache, so that the next start reads them from the disk. Files that other programs
    /// have mapped, such as the C library, stay cached, and so do files that exist in memory only.
    func evict() {
        for path in paths {
            let file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
            guard file >= 0 else { continue }
            // Dirty pages cannot be evicted, so they are written to the disk first.
            fsync(file)
            posix_fadvise(file, 0, 0, POSIX_FADV_DONTNEED)
            close(file)
        }
    }
}
