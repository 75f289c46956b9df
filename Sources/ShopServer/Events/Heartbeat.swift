/// Schedules the heartbeats of all event streams, which share one timer.
struct Heartbeat: Hashable, Sendable {
    /// The time between two heartbeats.
    let interval: Duration
    private var next: ContinuousClock.Instant?

    init(every interval: Duration) { self.interval = interval }

    /// Whether a heartbeat is due now. While no stream is open, none is scheduled.
    mutating func beats(at now: ContinuousClock.Instant, isHeard: Bool) -> Bool {
        guard isHeard else {
            next = nil
            return false
        }
        let isDue = next.map { $0 <= now } ?? false
        if isDue || next == nil { next = now + interval }
        return isDue
    }

    /// Returns the time until the next heartbeat; `nil` if none is scheduled.
    func pause(at now: ContinuousClock.Instant) -> Duration? { next.map { max(.zero, now.duration(to: $0)) } }
}
