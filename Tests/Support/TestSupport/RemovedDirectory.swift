import Foundation

extension FileManager {
    /// Removes what a test made, also while a program that is just ending takes away files of its own there.
    public func removeScratch(_ url: URL) {
        for _ in 0..<100 where fileExists(atPath: url.path) { try? removeItem(at: url) }
    }
}
