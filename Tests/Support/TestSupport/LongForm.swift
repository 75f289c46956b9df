import Foundation

/// The long form of tests that are short by default: more kills, more rounds, larger attacks.
public enum LongForm {
    /// Whether `BANCHAN_LONG` is set to 1.
    public static let isWanted = ProcessInfo.processInfo.environment["BANCHAN_LONG"] == "1"

    /// Returns `short`, or `long` in the long form.
    public static func count(_ short: Int, long: Int) -> Int { isWanted ? long : short }

    /// The seed of random moments: `BANCHAN_SEED`, so that a run can be repeated; otherwise 1, or another one in each
    /// run of the long form.
    public static let seed =
        ProcessInfo.processInfo.environment["BANCHAN_SEED"].flatMap { UInt64($0) }
        ?? (isWanted ? .random(in: 0...999_999) : 1)
}

extension FileManager {
    /// Removes a scratch file or directory of a test. Retries, because a program that is just ending may remove its own
    /// files there at the same time.
    public func removeScratch(_ url: URL) {
        for _ in 0..<100 where fileExists(atPath: url.path) { try? removeItem(at: url) }
    }
}
