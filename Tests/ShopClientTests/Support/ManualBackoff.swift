import NIOConcurrencyHelpers
import ShopClient
import TestSupport
import Testing

/// Pauses that end when the test says so.
final class ManualBackoff: Sendable {
    /// The numbers of the tries before which was waited.
    let begun = Record<Int>()
    /// The numbers of those whose wait was cancelled.
    let cancelled = Record<Int>()
    private let waiting = NIOLockedValueBox<[Int: AsyncStream<Never>.Continuation]>([:])

    var backoff: RetryBackoff {
        RetryBackoff { [self] attempt in
            let (stream, continuation) = AsyncStream<Never>.makeStream()
            waiting.withLockedValue { $0[attempt] = continuation }
            begun.append(attempt)
            for await _ in stream {}
            _ = waiting.withLockedValue { $0.removeValue(forKey: attempt) }
            if Task.isCancelled { cancelled.append(attempt) }
            try Task.checkCancellation()
        }
    }

    /// Ends the pause before the try of that number, once it has begun.
    func end(_ attempt: Int) async {
        await begun.wait { [self] _ in waiting.withLockedValue { $0[attempt] != nil } }
        waiting.withLockedValue { $0.removeValue(forKey: attempt) }?.finish()
    }
}
