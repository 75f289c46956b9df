import Platform

/// How long is waited between two looks at what changed.
public struct UpdateBackoff: Sendable {
    public enum Kind: Hashable, Sendable {
        /// Before the stream is opened again, for the so-manieth time since one lasted.
        case reconnect(attempt: Int)
        /// Between two questions to a server that has no stream.
        case poll
    }

    /// Returns when the pause is over. Throws when its task is cancelled.
    public let wait: @Sendable (Kind) async throws -> Void

    public init(wait: @escaping @Sendable (Kind) async throws -> Void) { self.wait = wait }

    /// Growing up to half a minute before a stream, half a minute between questions, each a fifth longer or shorter by
    /// chance.
    public static let standard = UpdateBackoff { kind in
        let length: Duration =
            switch kind {
            case .reconnect(let attempt): RetryBackoff.length(before: attempt)
            case .poll: .seconds(36)
            }
        try await OneShotTimer.sleep(for: length * Double.random(in: 0.85...1.2))
    }
}
