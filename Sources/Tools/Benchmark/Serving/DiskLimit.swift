import Foundation

/// Measures how many synced writes a second this machine's disk can do.
enum DiskLimit {
    /// Returns the rate at which pages are written to a file in `directory`, each followed by `fsync`, during `time`.
    static func rate(in directory: URL, for time: Duration) throws -> Double {
        let path = directory.appending(component: "synced-\(UUID())").path
        let file = open(path, O_CREAT | O_WRONLY | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        defer {
            close(file)
            unlink(path)
        }
        let page = [UInt8](repeating: 7, count: 4_096)
        let start = ContinuousClock.now
        var count = 0
        repeat {
            guard pwrite(file, page, page.count, off_t(count % pages * page.count)) == page.count, fsync(file) == 0
            else {
                throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
            }
            count += 1
        } while .now - start < time
        return Double(count) / ((ContinuousClock.now - start) / .seconds(1))
    }

    /// The number of pages in the file: it grows at first and is then overwritten, as a database's log is.
    private static let pages = 1_000
}
