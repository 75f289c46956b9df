import NIOConcurrencyHelpers
import ShopClient
import TestSupport
import Testing

/// Retry pauses that end on the test's command.
final class ManualBackoff: Sendable {
    /// The attempts before which a pause has begun.
    let begun = Record<Int>()
    /// The attempts whose pause was cancelled.
    let cancelled = Record<Int>()
    private let waiting = NIOLockedValueBox<[Int: AsyncStream<Never>.Continuation]>([:])

    var backoff: RetryBackoff {
        RetryBackoff { [self] kind in
            guard case .reconnect(let attempt, _) = kind else { return }
            let (stream, continuation) = AsyncStream<Never>.makeStream()
            waiting.withLockedValue { $0[attempt] = continuation }
            begun.append(attempt)
            for await _ in stream {}
            _ = waiting.withLockedValue { $0.removeValue(forKey: attempt) }
            if Task.isCancelled { cancelled.append(attempt) }
            try Task.checkCancellation()
        }
    }

    /// Ends the pause before that attempt, once it has begun.
    func end(_ attempt: Int) async {
        await begun.wait { [self] _ in waiting.withLockedValue { $0[attempt] != nil } }
        waiting.withLockedValue { $0.removeValue(forKey: attempt) }?.finish()
    }
}
