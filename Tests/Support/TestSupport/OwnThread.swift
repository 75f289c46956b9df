import Foundation

/// What blocking `work` returns, done on a thread of its own: those that tasks share stay free meanwhile.
public func onOwnThread<Outcome: Sendable>(
    _ work: @escaping @Sendable () throws -> Outcome
) async throws -> Outcome {
    try await withCheckedThrowingContinuation { continuation in
        Thread.detachNewThread { continuation.resume(with: Result(catching: work)) }
    }
}
