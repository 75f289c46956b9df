import Platform

/// How long is waited before a server that was not there is tried again.
public struct RetryBackoff: Sendable {
    /// A pause that may begin.
    struct Pause: Sendable {
        /// `nil` where nobody knows beforehand.
        let length: Duration?
        /// Returns when the pause is over. Throws when its task is cancelled.
        let wait: @Sendable () async throws -> Void
    }

    /// The pause before the try of that number, counted from 1 since the server was last there.
    let pause: @Sendable (_ attempt: Int) -> Pause

    /// Pauses that end when `wait` returns, given the number of the try; it throws when its task is cancelled.
    public init(wait: @escaping @Sendable (_ attempt: Int) async throws -> Void) {
        pause = { attempt in Pause(length: nil) { try await wait(attempt) } }
    }

    /// Pauses of that length, each a fifth longer or shorter by chance, so that many terminals do not come back at one
    /// moment.
    public init(length: @escaping @Sendable (_ attempt: Int) -> Duration) {
        pause = { attempt in
            let length = length(attempt) * Double.random(in: 0.8...1.2)
            return Pause(length: length) { try await OneShotTimer.sleep(for: length) }
        }
    }

    /// Returns when the pause before the try of that number is over. Throws when its task is cancelled.
    public func wait(_ attempt: Int) async throws { try await pause(attempt).wait() }

    /// About 1, 2, 4, 8, 16 and then always 30 seconds.
    public static let standard = RetryBackoff(length: length(before:))

    /// The pause before the try of that number, without the part of chance.
    static func length(before attempt: Int) -> Duration {
        let doublings = max(0, attempt - 1)
        return doublings < 5 ? .seconds(1 << doublings) : .seconds(30)
    }
}
