import Foundation

extension FileManager {
    /// Removes a scratch file or directory of a test. Retries, because a program that is just ending may remove its own
    /// files there at the same time.
    public func removeScratch(_ url: URL) {
        for _ in 0..<100 where fileExists(atPath: url.path) { try? removeItem(at: url) }
    }
}
