/// When those who listen are told that the shop is still there. One clock for all of them.
struct Heartbeat: Hashable, Sendable {
    /// Between two beats.
    let interval: Duration
    private var next: ContinuousClock.Instant?

    init(every interval: Duration) { self.interval = interval }

    /// Whether to beat now. While nobody listens there is no beat, and none to wait for.
    mutating func beats(at now: ContinuousClock.Instant, isHeard: Bool) -> Bool {
        guard isHeard else {
            next = nil
            return false
        }
        let isDue = next.map { $0 <= now } ?? false
        if isDue || next == nil { next = now + interval }
        return isDue
    }

    /// How long it is until the next beat; `nil` while there is none.
    func pause(at now: ContinuousClock.Instant) -> Duration? { next.map { max(.zero, now.duration(to: $0)) } }
}
