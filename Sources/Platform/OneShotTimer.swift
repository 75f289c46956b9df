import Dispatch

/// Calls a function after a delay, unless it is cancelled first.
///
/// Used instead of `Task.sleep`, which waits on a global queue of libdispatch, and that wakes the process every second
/// from its first job on.
public final class OneShotTimer: Sendable {
    private static let queue = DispatchQueue(label: "banchan.timers")
    private let sources: [DispatchSource]

    /// Calls `fire` after `delay`, on any thread; once, unless it is called `byWallClock`. That is for what happens at a time
    /// of day: then it is also called when the system's clock shows the time at which the delay ends by it now. A clock
    /// that was set forward, or went on while the machine was suspended, shows it earlier, and one set back later.
    public init(after delay: Duration, byWallClock: Bool = false, fire: @escaping @Sendable () -> Void) {
        let interval = DispatchTimeInterval.nanoseconds(delay.nanoseconds)
        sources = (byWallClock ? [true, false] : [false]).compactMap { isOfWall in
            let source = DispatchSource.makeTimerSource(queue: OneShotTimer.queue) as? DispatchSource
            source?.setEventHandler(handler: fire)
            if isOfWall {
                source?.schedule(wallDeadline: .now() + interval, leeway: .milliseconds(1))
            } else {
                source?.schedule(deadline: .now() + interval, leeway: .milliseconds(1))
            }
            source?.resume()
            return source
        }
    }

    deinit { cancel() }

    /// Cancels the timer. A call that has begun continues.
    public func cancel() { for source in sources { source.cancel() } }
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
