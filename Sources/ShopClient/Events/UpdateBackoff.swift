import Platform

/// How long is waited between two looks at what changed.
public struct UpdateBackoff: Sendable {
    public enum Kind: Hashable, Sendable {
        /// Before the stream is opened again, for the so-manieth time since one lasted. `told` is what the server said that the
        /// first of these pauses is.
        case reconnect(attempt: Int, told: Duration? = nil)
        /// Between two questions to a server that has no stream.
        case poll
    }

    /// Returns when the pause is over. Throws when its task is cancelled.
    public let wait: @Sendable (Kind) async throws -> Void

    public init(wait: @escaping @Sendable (Kind) async throws -> Void) { self.wait = wait }

    /// Bounds of what a server may say: nobody asks it more often than so, or hears nothing new for longer.
    static let told = Duration.milliseconds(500)...Duration.seconds(300)
    /// The longest pause of a server that says less.
    private static let longest = Duration.seconds(30)

    /// The pause before the stream is opened for that time: what the server said, within bounds, and then longer ones.
    static func length(before attempt: Int, _ told: Duration?) -> Duration {
        guard let told else { return RetryBackoff.length(before: attempt) }
        let first = min(max(told, UpdateBackoff.told.lowerBound), UpdateBackoff.told.upperBound)
        return min(first * (1 << min(max(0, attempt - 1), 10)), max(first, longest))
    }

    /// Growing up to half a minute before a stream, half a minute between questions, each a fifth longer or shorter by
    /// chance.
    public static let standard = UpdateBackoff { kind in
        let length: Duration =
            switch kind {
            case .reconnect(let attempt, let told): length(before: attempt, told)
            case .poll: .seconds(36)
            }
        try await OneShotTimer.sleep(for: length * Double.random(in: 0.85...1.2))
    }
}
