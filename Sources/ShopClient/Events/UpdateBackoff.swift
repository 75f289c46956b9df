import Platform

/// The delay between two attempts to learn what changed.
public struct UpdateBackoff: Sendable {
    public enum Kind: Hashable, Sendable {
        /// Before the stream is reopened; `attempt` counts the tries since the last good stream. `told` is the delay
        /// that the server asked for before the first of them.
        case reconnect(attempt: Int, told: Duration? = nil)
        /// Between two polls of a server whose stream delivers nothing.
        case poll
    }

    /// Returns when the delay is over. Throws when its task is cancelled.
    public let wait: @Sendable (Kind) async throws -> Void

    public init(wait: @escaping @Sendable (Kind) async throws -> Void) { self.wait = wait }

    /// The bounds of a delay that the server asks for, so that it is neither asked more often nor left alone for
    /// longer.
    static let told = Duration.milliseconds(500)...Duration.seconds(300)
    /// The longest delay if the server asked for less.
    private static let longest = Duration.seconds(30)

    /// Returns the delay before this attempt: the server's within bounds, doubling with each attempt.
    static func length(before attempt: Int, _ told: Duration?) -> Duration {
        guard let told else { return RetryBackoff.length(before: attempt) }
        let first = min(max(told, UpdateBackoff.told.lowerBound), UpdateBackoff.told.upperBound)
        return min(first * (1 << min(max(0, attempt - 1), 10)), max(first, longest))
    }

    /// Delays growing from 1 to 30 seconds before a stream unless the server asked for another, and half a minute
    /// between polls; each is multiplied by a random factor of 0.85 to 1.2.
    public static let standard = UpdateBackoff { kind in
        let length: Duration =
            switch kind {
            case .reconnect(let attempt, let told): length(before: attempt, told)
            case .poll: .seconds(30)
            }
        try await OneShotTimer.sleep(for: length * Double.random(in: 0.85...1.2))
    }
}
