import Foundation
import Platform

/// Remembers on this device whether the shop was ever visited.
public struct VisitStore: Sendable {
    private static let file = "visited"
    private static let maxFileSize = 4 << 10
    private let directory: CacheDirectory

    /// Creates a store in the directory at this path.
    public init(directory: String) { self.directory = CacheDirectory(path: directory) }

    /// Returns the store in the user's state directory: `XDG_STATE_HOME`, or `~/.local/state`. Returns `nil` if the
    /// environment defines neither.
    public static func standard(environment: [String: String]) -> VisitStore? {
        BaseDirectory.state.path(in: environment).map { VisitStore(directory: "\($0)/banchan") }
    }

    /// Records a visit, and returns whether it is the first one. Returns `false` if the visit cannot be recorded, so
    /// that nobody is welcomed again and again.
    public func noteVisit() -> Bool {
        guard directory.read(VisitStore.file, atMost: VisitStore.maxFileSize) == nil else { return false }
        if case .done = directory.replace(VisitStore.file, sweeping: false, write: { _ in }) { return true }
        return false
    }
}
