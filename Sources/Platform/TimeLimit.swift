/// A limit for the time that a caller waits for work that cannot be stopped, such as a job in the queue of a thread.
public enum TimeLimit {
    /// Returns what `work` returns, or `nil` after `limit`, or if the calling task is cancelled. The work is cancelled
    /// then; if that does not end it, nobody hears of its outcome.
    public static func outcome<Value: Sendable>(
        within limit: Duration, of work: @escaping @Sendable () async throws -> Value
    ) async throws -> Value? {
        let (outcomes, continuation) = AsyncThrowingStream<Value, any Error>.makeStream()
        let timer = OneShotTimer(after: limit) { continuation.finish() }
        let task = Task(executorPreference: TaskThreadPool.shared) {
            do {
                continuation.yield(try await work())
            } catch {
                continuation.finish(throwing: error)
            }
        }
        defer {
            task.cancel()
            timer.cancel()
        }
        return try await outcomes.first { _ in true }
    }
}
