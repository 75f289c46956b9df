import Dispatch

/// Calls a function once after a delay, unless it is cancelled first.
///
/// Used instead of `Task.sleep`, which waits on a global queue of libdispatch, and that wakes the process every second
/// from its first job on.
public final class OneShotTimer: Sendable {
    private static let queue = DispatchQueue(label: "banchan.timers")
    private let source: DispatchSource?

    /// Calls `fire` once, after `delay`, on any thread. `byWallClock` is for what happens at a time of day: the delay ends
    /// when the system's clock shows that time, also if the clock is set or the machine was suspended meanwhile.
    public init(after delay: Duration, byWallClock: Bool = false, fire: @escaping @Sendable () -> Void) {
        source = DispatchSource.makeTimerSource(queue: OneShotTimer.queue) as? DispatchSource
        source?.setEventHandler(handler: fire)
        let interval = DispatchTimeInterval.nanoseconds(delay.nanoseconds)
        if byWallClock {
            source?.schedule(wallDeadline: .now() + interval, leeway: .milliseconds(1))
        } else {
            source?.schedule(deadline: .now() + interval, leeway: .milliseconds(1))
        }
        source?.resume()
    }

    deinit { cancel() }

    /// Cancels the timer. A call that has begun continues.
    public func cancel() { source?.cancel() }
}

extension OneShotTimer {
    /// Returns after `delay`. Throws `CancellationError` as soon as the task is cancelled.
    public static func sleep(for delay: Duration) async throws {
        let (end, continuation) = AsyncStream<Never>.makeStream()
        let timer = OneShotTimer(after: delay) { continuation.finish() }
        for await _ in end {}
        timer.cancel()
        try Task.checkCancellation()
    }
}

extension Duration {
    /// The duration in nanoseconds, limited to about 30 years.
    fileprivate var nanoseconds: Int {
        let (seconds, attoseconds) = components
        return Int(min(max(seconds, 0), 1_000_000_000)) * 1_000_000_000 + Int(attoseconds / 1_000_000_000)
    }
}
