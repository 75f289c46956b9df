import Foundation
import Platform

/// Whether the shop was ever visited on this device.
public struct VisitStore: Sendable {
    private static let file = "visited"
    private static let largestFile = 4 << 10
    private let directory: CacheDirectory

    public init(directory: URL) { self.directory = CacheDirectory(path: directory.path) }

    /// Below the user's state directory: that of `XDG_STATE_HOME`, or `~/.local/state`. `nil` where the environment
    /// names neither.
    public static func standard(environment: [String: String]) -> VisitStore? {
        BaseDirectory.state.url(in: environment).map { VisitStore(directory: $0.appendingPathComponent("banchan")) }
    }

    /// Notes a visit, and returns whether it is the first one. Where that cannot be noted it is never the first: nobody is
    /// welcomed again and again.
    public func noteVisit() -> Bool {
        guard directory.read(VisitStore.file, atMost: VisitStore.largestFile) == nil else { return false }
        if case .done = directory.replace(VisitStore.file, sweeping: false, write: { _ in }) { return true }
        return false
    }
}
