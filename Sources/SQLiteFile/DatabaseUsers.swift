import Foundation
import Glibc

/// Finds out from the operating system which processes use a database.
public enum DatabaseUsers {
    /// The byte of the log's index that a writer locks: https://www.sqlite.org/walformat.html#wal_locks
    private static let writersByte = 120

    /// Returns the program that is writing to the database at `path` right now, such as "sqlite3 (process 4711)", or
    /// `nil` if that cannot be determined.
    public static func writer(of path: String) -> String? {
        guard let index = try? FileIdentity(of: path + "-shm"), let locks = text(of: "/proc/locks") else { return nil }
        for line in locks.split(separator: "\n") {
            // "1: POSIX ADVISORY WRITE 4711 00:2d:123456 120 120"; the line of a process that only waits has an arrow
            // after the number.
            let parts = line.split(separator: " ")
            guard parts.count >= 8, parts[3] == "WRITE", let process = Int(parts[4]),
                parts[5].split(separator: ":").last.map(String.init) == String(index.inode),
                let first = Int(parts[6]), let last = parts[7] == "EOF" ? Int.max : Int(parts[7]),
                (first...max(first, last)).contains(writersByte)
            else { continue }
            let name = text(of: "/proc/\(process)/comm")?.trimmingCharacters(in: .whitespacesAndNewlines)
            return name.map { "\($0) (process \(process))" } ?? "process \(process)"
        }
        return nil
    }

    /// Returns a path in `/proc` through which the deleted file that was at `path` can still be reached, or `nil` if
    /// this process does not have it open.
    public static func ownDescriptor(of path: String) -> String? {
        let directory = "/proc/\(getpid())/fd"
        let resolved = URL(filePath: path).deletingLastPathComponent().resolvingSymlinksInPath()
            .appending(component: URL(filePath: path).lastPathComponent).path
        let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
        return names.map { "\(directory)/\($0)" }.first { name in
            (try? FileManager.default.destinationOfSymbolicLink(atPath: name)) == "\(resolved) (deleted)"
        }
    }

    private static func text(of path: String) -> String? {
        guard let file = FileHandle(forReadingAtPath: path), let content = try? file.readToEnd() else { return nil }
        return String(decoding: content, as: UTF8.self)
    }
}
