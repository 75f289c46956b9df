import Platform

/// How long is waited before a server that was not there is tried again.
public struct RetryBackoff: Sendable {
    /// Returns when the pause before the try of that number, counted from 1 since the server was last there, is over.
    /// Throws when its task is cancelled.
    public let wait: @Sendable (_ attempt: Int) async throws -> Void

    public init(wait: @escaping @Sendable (_ attempt: Int) async throws -> Void) { self.wait = wait }

    /// 1, 2, 4, 8, 16 and then always 30 seconds, each a fifth longer or shorter by chance, so that many terminals do
    /// not come back at one moment.
    public static let standard = RetryBackoff { attempt in
        try await OneShotTimer.sleep(for: length(before: attempt) * Double.random(in: 0.8...1.2))
    }

    /// The pause before the try of that number, without the part of chance.
    static func length(before attempt: Int) -> Duration {
        let doublings = max(0, attempt - 1)
        return doublings < 5 ? .seconds(1 << doublings) : .seconds(30)
    }
}
