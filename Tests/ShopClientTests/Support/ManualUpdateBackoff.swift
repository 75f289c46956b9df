import Foundation
import NIOConcurrencyHelpers
import TestPeers
import TestSupport
import Testing

@testable import ShopClient

/// Pauses between polls and reconnections that end on the test's command.
final class ManualUpdateBackoff: Sendable {
    let begun = Record<RetryBackoff.Kind>()
    /// The pauses that were cancelled.
    let cancelled = Record<RetryBackoff.Kind>()
    private let waiting = NIOLockedValueBox<[Int: AsyncStream<Never>.Continuation]>([:])
    private let ended = NIOLockedValueBox<Set<Int>>([])

    var backoff: RetryBackoff {
        RetryBackoff { [self] kind in
            let (stream, continuation) = AsyncStream<Never>.makeStream()
            waiting.withLockedValue { waiting in
                waiting[waiting.count + 1] = continuation
                begun.append(kind)
            }
            for await _ in stream {}
            if Task.isCancelled { cancelled.append(kind) }
            try Task.checkCancellation()
        }
    }

    /// Ends the first pause of that kind that was not ended before, once it has begun.
    func end(_ kind: RetryBackoff.Kind) async {
        let next: @Sendable ([RetryBackoff.Kind]) -> Int? = { [ended] kinds in
            ended.withLockedValue { ended in
                kinds.indices.map { $0 + 1 }.first { kinds[$0 - 1] == kind && !ended.contains($0) }
            }
        }
        await begun.wait { next($0) != nil }
        guard let number = next(begun.all) else { return }
        ended.withLockedValue { _ = $0.insert(number) }
        await end(number)
    }

    /// Ends the pause with that number, counted from 1, once it has begun.
    func end(_ number: Int) async {
        await begun.wait(count: number)
        waiting.withLockedValue { $0[number] }?.finish()
    }
}
