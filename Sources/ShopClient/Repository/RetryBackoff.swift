import Platform

/// The delays before a server is asked again.
public struct RetryBackoff: Sendable {
    /// What comes after a delay.
    public enum Kind: Hashable, Sendable {
        /// An attempt to reach the server, counted from 1 since it was last reachable. `told` is the delay that the server
        /// asked for before the first of them.
        case reconnect(attempt: Int, told: Duration? = nil)
        /// A poll of a server whose stream delivers nothing.
        case poll
    }

    /// A delay that can be awaited.
    struct Pause: Sendable {
        /// The length, or `nil` if it is not known in advance.
        let length: Duration?
        /// Returns when the delay is over. Throws when its task is cancelled.
        let wait: @Sendable () async throws -> Void
    }

    let pause: @Sendable (Kind) -> Pause

    /// Creates a back-off whose delays end when `wait` returns; `wait` throws when its task is cancelled.
    public init(wait: @escaping @Sendable (Kind) async throws -> Void) {
        pause = { kind in Pause(length: nil) { try await wait(kind) } }
    }

    /// Creates a back-off with delays of this length, each multiplied by a random factor of 1 to 1.25, so that many
    /// terminals do not return at the same moment, and none before the time that a server asked for.
    public init(length: @escaping @Sendable (Kind) -> Duration) {
        pause = { kind in
            let length = length(kind) * Double.random(in: 1...1.25)
            return Pause(length: length) { try await OneShotTimer.sleep(for: length) }
        }
    }

    /// Returns when the delay is over. Throws when its task is cancelled.
    public func wait(_ kind: Kind) async throws { try await pause(kind).wait() }

    /// About 1, 3, 9, 27, 81 and then always 104 seconds before an attempt, unless the server asked for another delay: at
    /// most 40 attempts in an hour. Half a minute between polls.
    public static let standard = RetryBackoff(length: length(before:))

    /// About 2, 4, 8 ... and then always 256 seconds, for orders that wait: noticing that the server is back ends the
    /// delay early.
    public static let delivery = RetryBackoff(length: { kind in
        guard case .reconnect(let attempt, _) = kind else { return pollPause }
        return .seconds(1 << min(max(1, attempt), 8))
    })

    /// No delay at all.
    public static let none = RetryBackoff(wait: { _ in })

    private static let pollPause = Duration.seconds(30)
    private static let longest = Duration.seconds(104)
    /// The bounds of a delay that the server asks for, so that it is neither asked more often nor left alone for
    /// longer.
    static let told = Duration.milliseconds(500)...Duration.seconds(300)

    /// Returns the delay without the random variation. That of the server, within bounds, doubles with each attempt.
    static func length(before kind: Kind) -> Duration {
        guard case .reconnect(let attempt, let told) = kind else { return pollPause }
        guard let told else { return attempt < 6 ? .seconds([1, 1, 3, 9, 27, 81][max(0, attempt)]) : longest }
        let doublings = max(0, attempt - 1)
        let first = min(max(told, RetryBackoff.told.lowerBound), RetryBackoff.told.upperBound)
        return min(first * (1 << min(doublings, 10)), max(first, longest))
    }
}

/// Cancels one operation from outside without cancelling the surrounding task.
public struct CancellationHandle: Sendable {
    private let stream: AsyncStream<Never>
    private let continuation: AsyncStream<Never>.Continuation

    public init() { (stream, continuation) = AsyncStream.makeStream() }

    /// Cancels the operation, now or as soon as it begins.
    public func cancel() { continuation.finish() }

    /// Returns when `cancel()` is called, or the surrounding task is cancelled.
    public func cancelled() async { for await _ in stream {} }

    /// Runs `work` and returns its result. `cancel()` or cancelling the surrounding task cancels `work`; its end is
    /// awaited even then.
    public func run<Value: Sendable>(_ work: @escaping @Sendable () async -> Value) async -> Value? {
        await withTaskGroup(of: Value?.self) { group in
            group.addTask { await work() }
            group.addTask {
                await cancelled()
                return nil
            }
            var value = await group.next() ?? nil
            group.cancelAll()
            for await late in group where value == nil { value = late }
            return value
        }
    }
}
