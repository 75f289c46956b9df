/// A way to end one piece of work from outside while everything around it goes on.
public struct CancellationHandle: Sendable {
    private let stream: AsyncStream<Never>
    private let continuation: AsyncStream<Never>.Continuation

    public init() { (stream, continuation) = AsyncStream.makeStream() }

    /// Cancels the work, now or as soon as it begins.
    public func cancel() { continuation.finish() }

    /// What `work` returns, once it has; it is cancelled when interrupted, or when the surrounding task is.
    public func run<Value: Sendable>(_ work: @escaping @Sendable () async -> Value) async -> Value? {
        await withTaskGroup(of: Value?.self) { group in
            group.addTask { await work() }
            group.addTask {
                for await _ in stream {}
                return nil
            }
            var value = await group.next() ?? nil
            group.cancelAll()
            for await late in group where value == nil { value = late }
            return value
        }
    }
}
