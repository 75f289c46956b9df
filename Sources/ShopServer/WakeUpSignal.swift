import Platform

/// A signal that wakes one waiting task. A signal without a waiter is kept for the next one; several are coalesced.
struct WakeUpSignal: Sendable {
    private let wakeUps: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    init() {
        (wakeUps, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    func signal() { continuation.yield() }

    /// Returns when the signal is sent or the task is cancelled.
    func wait() async {
        for await _ in wakeUps { return }
    }

    /// Waits for the signal, at most for `time` unless that is `nil`.
    func wait(upTo time: Duration?) async {
        guard let time else { return await wait() }
        let timer = OneShotTimer(after: time) { signal() }
        await wait()
        timer.cancel()
    }
}
