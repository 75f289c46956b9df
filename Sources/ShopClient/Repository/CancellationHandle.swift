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
