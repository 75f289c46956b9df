/// A token bucket: allows a burst of `most` events, and refills at the rate of `most` events per `period`.
struct RateLimit: Sendable {
    private var left: Double
    private var last: ContinuousClock.Instant
    private let most: Double
    private let period: Duration

    init(_ most: Int, in period: Duration, now: ContinuousClock.Instant) {
        self.most = Double(most)
        self.period = period
        left = self.most
        last = now
    }

    /// Whether at least one event is allowed now.
    mutating func hasOne(now: ContinuousClock.Instant) -> Bool {
        refill(now)
        return left >= 1
    }

    /// Takes one event. Returns `nil` if it is allowed, otherwise the time until the next one is.
    mutating func take(now: ContinuousClock.Instant) -> Duration? {
        guard hasOne(now: now) else { return period * ((1 - left) / most) }
        left -= 1
        return nil
    }

    /// Whether the bucket is full.
    mutating func isFull(now: ContinuousClock.Instant) -> Bool {
        refill(now)
        return left >= most
    }

    private mutating func refill(_ now: ContinuousClock.Instant) {
        guard now > last else { return }
        left = min(most, left + most * ((now - last) / period))
        last = now
    }
}
