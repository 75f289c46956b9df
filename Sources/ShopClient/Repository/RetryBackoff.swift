import Platform

/// The delays before an unreachable server is tried again.
public struct RetryBackoff: Sendable {
    /// A delay that can be awaited.
    struct Pause: Sendable {
        /// The length, or `nil` if it is not known in advance.
        let length: Duration?
        /// Returns when the delay is over. Throws when its task is cancelled.
        let wait: @Sendable () async throws -> Void
    }

    /// Returns the delay before this attempt, counted from 1 since the server was last reachable.
    let pause: @Sendable (_ attempt: Int) -> Pause

    /// Creates a back-off whose delays end when `wait` returns; `wait` throws when its task is cancelled.
    public init(wait: @escaping @Sendable (_ attempt: Int) async throws -> Void) {
        pause = { attempt in Pause(length: nil) { try await wait(attempt) } }
    }

    /// Creates a back-off with delays of this length, each randomly varied by up to a fifth, so that many terminals do
    /// not return at the same moment.
    public init(length: @escaping @Sendable (_ attempt: Int) -> Duration) {
        pause = { attempt in
            let length = length(attempt) * Double.random(in: 0.8...1.2)
            return Pause(length: length) { try await OneShotTimer.sleep(for: length) }
        }
    }

    /// Returns when the delay before this attempt is over. Throws when its task is cancelled.
    public func wait(_ attempt: Int) async throws { try await pause(attempt).wait() }

    /// About 1, 2, 4, 8, 16 and then always 30 seconds.
    public static let standard = RetryBackoff(length: length(before:))

    /// Returns the delay before this attempt, without the random variation.
    static func length(before attempt: Int) -> Duration {
        let doublings = max(0, attempt - 1)
        return doublings < 5 ? .seconds(1 << doublings) : .seconds(30)
    }
}
