/// How often something may happen: so many times at once, and as many again in the course of `period`.
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

    /// Whether one more is left.
    mutating func hasOne(now: ContinuousClock.Instant) -> Bool {
        refill(now)
        return left >= 1
    }

    /// Takes one. Returns how long it is until there is one again where none is left.
    mutating func take(now: ContinuousClock.Instant) -> Duration? {
        guard hasOne(now: now) else { return period * ((1 - left) / most) }
        left -= 1
        return nil
    }

    /// Whether nothing was taken lately.
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
