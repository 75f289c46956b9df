import Dispatch

/// Calls once, after a time, unless it is cancelled first.
///
/// `Task.sleep` will not do: it waits on a global queue of libdispatch, which wakes the process every second from its
/// first job on.
public final class Alarm: Sendable {
    private static let queue = DispatchQueue(label: "banchan.alarms")
    private let timer: DispatchSource?

    /// Rings once, after `delay`, on a thread of its own choosing.
    public init(after delay: Duration, ring: @escaping @Sendable () -> Void) {
        timer = DispatchSource.makeTimerSource(queue: Alarm.queue) as? DispatchSource
        timer?.setEventHandler(handler: ring)
        timer?.schedule(deadline: .now() + .nanoseconds(delay.nanoseconds), leeway: .milliseconds(1))
        timer?.resume()
    }

    deinit { cancel() }

    /// Makes sure that it does not ring from now on. A ring that has begun goes on.
    public func cancel() { timer?.cancel() }
}

extension Alarm {
    /// Returns after `delay`. Throws `CancellationError` as soon as the task is cancelled.
    public static func wait(for delay: Duration) async throws {
        let (rings, continuation) = AsyncStream<Never>.makeStream()
        let alarm = Alarm(after: delay) { continuation.finish() }
        for await _ in rings {}
        alarm.cancel()
        try Task.checkCancellation()
    }
}

extension Duration {
    /// The whole of it in nanoseconds, at most about 30 years.
    fileprivate var nanoseconds: Int {
        let (seconds, attoseconds) = components
        return Int(min(max(seconds, 0), 1_000_000_000)) * 1_000_000_000 + Int(attoseconds / 1_000_000_000)
    }
}
