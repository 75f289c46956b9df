/// How fast input comes: whether somebody looks at each screen, or holds a key down to get further.
struct InputPace {
    /// The time between two inputs of a key that is held down, which repeats every 20 to 100 ms. What comes faster was
    /// sent together, and its end is what somebody waits for.
    private static let repeating = Duration.milliseconds(5)..<Duration.milliseconds(150)

    private var latest: ContinuousClock.Instant?
    /// Whether the latest input followed another one like that of a key that is held down, and the next one may still
    /// follow.
    private(set) var isHurried = false

    /// Returns how long it takes until the input is not hurried, if none comes.
    func timeToRest(at now: ContinuousClock.Instant) -> Duration {
        max(.zero, InputPace.repeating.upperBound - (latest.map { now - $0 } ?? .zero))
    }

    /// Records whether there is input at `now`; without any, only the time has passed.
    mutating func note(hasInput: Bool, at now: ContinuousClock.Instant) {
        let pause = latest.map { now - $0 }
        guard hasInput else {
            isHurried = isHurried && timeToRest(at: now) > .zero
            return
        }
        isHurried = pause.map { InputPace.repeating.contains($0) } ?? false
        latest = now
    }
}
