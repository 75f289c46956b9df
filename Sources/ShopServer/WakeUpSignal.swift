import Platform

/// Wakes one task that waits for it. A signal while nobody waits is not lost, and two are one.
struct WakeUpSignal: Sendable {
    private let wakeUps: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    init() {
        (wakeUps, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    func signal() { continuation.yield() }

    /// Returns when it is signalled, or the task is cancelled.
    func wait() async {
        for await _ in wakeUps { return }
    }

    /// The same, but returns after `time` at the latest, where there is one.
    func wait(upTo time: Duration?) async {
        guard let time else { return await wait() }
        let timer = OneShotTimer(after: time) { signal() }
        await wait()
        timer.cancel()
    }
}
