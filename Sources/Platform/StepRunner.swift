import NIOConcurrencyHelpers

/// A signal that wakes one waiting task. A signal without a waiter is kept for the next one; several are coalesced.
public struct WakeUpSignal: Sendable {
    private let wakeUps: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    public init() { (wakeUps, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

    /// Wakes the waiting task. Does not block.
    public func signal() { continuation.yield() }

    /// Returns when the signal is sent or the task is cancelled. Once a task was cancelled here, the signal is used up.
    public func wait() async {
        for await _ in wakeUps { return }
    }

    /// Waits for the signal, at most for `time` unless that is `nil`. `byWallClock` is that of `OneShotTimer`.
    public func wait(upTo time: Duration?, byWallClock: Bool = false) async {
        guard let time else { return await wait() }
        let timer = OneShotTimer(after: time, byWallClock: byWallClock) { signal() }
        await wait()
        timer.cancel()
    }
}

/// Performs the steps of an object whose state lies behind a lock: whoever changes the state calls `wake()`, the object
/// decides which steps are due, and each is performed as a child task. While no step is due, nothing runs.
public final class StepRunner: Sendable {
    /// Wakes the running call of `run`; `nil` while none runs.
    private let wakeUp = NIOLockedValueBox<WakeUpSignal?>(nil)

    public init() {}

    /// Makes `run` ask for steps soon. Does nothing while it does not run, since it asks when it begins. Does not block.
    public func wake() { wakeUp.withLockedValue(\.self)?.signal() }

    /// Calls `begin`, then performs the steps that `steps` returns, once at first and again after each `wake()`, until
    /// its task is cancelled; then calls `end`. Only one call runs at a time: a second one returns at once.
    ///
    /// `steps` has to return each step once. A step that changes the state calls `wake()` if that makes others due.
    public func run<Step: Sendable>(
        begin: () -> Void = {}, steps: () -> [Step], perform: @escaping @Sendable (Step) async -> Void,
        end: () -> Void = {}
    ) async {
        let signal = WakeUpSignal()
        let isFirst = wakeUp.withLockedValue { wakeUp in
            defer { wakeUp = wakeUp ?? signal }
            return wakeUp == nil
        }
        guard isFirst else { return }
        begin()
        await withDiscardingTaskGroup { group in
            while !Task.isCancelled {
                for step in steps() { group.addTask { await perform(step) } }
                await signal.wait()
            }
        }
        end()
        wakeUp.withLockedValue { $0 = nil }
    }
}
