import Foundation

/// Runs the blocking `work` on a new thread and returns its result, so that the threads shared by tasks stay free.
public func onOwnThread<Outcome: Sendable>(
    _ work: @escaping @Sendable () throws -> Outcome
) async throws -> Outcome {
    try await withCheckedThrowingContinuation { continuation in
        Thread.detachNewThread { continuation.resume(with: Result(catching: work)) }
    }
}
