import Foundation
import Glibc

/// The files that a program has in memory.
struct CachedFiles {
    private let paths: Set<String>

    /// What the process has mapped, and everything below `directories`.
    init(of process: Int32, and directories: [URL] = []) {
        let maps = (try? String(contentsOfFile: "/proc/\(process)/maps", encoding: .utf8)) ?? ""
        let mapped = maps.split(separator: "\n").compactMap { $0.firstIndex(of: "/").map($0.suffix(from:)) }
        let below = directories.flatMap { directory in
            (FileManager.default.subpaths(atPath: directory.path) ?? []).map { directory.appending(path: $0).path }
        }
        paths = Set(mapped.map(String.init) + below)
    }

    /// Takes them out of memory again, so that the next start reads them from the disk. What other programs have mapped
    /// stays, such as the C library, and so does what lies in memory only.
    func evict() {
        for path in paths {
            let file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
            guard file >= 0 else { continue }
            // What is not on the disk yet would stay.
            fsync(file)
            posix_fadvise(file, 0, 0, POSIX_FADV_DONTNEED)
            close(file)
        }
    }
}
