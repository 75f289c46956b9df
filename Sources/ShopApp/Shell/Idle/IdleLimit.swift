import Terminal

/// When whoever does nothing at somebody else's terminal, as behind ssh, is logged out.
///
/// Where there is a limit, the terminal has no shell of its owner behind it: the program cannot be suspended, and Ctrl-C
/// leaves like `q`.
public struct IdleLimit: Hashable, Sendable {
    /// How long nothing may be done before the warning, and how long that stands.
    let untilWarning: Duration
    let warningSeconds: Int

    /// The longest warning.
    private static let longestWarning = 60

    /// Logs out after `seconds` without a key or a click, at least 2. The last minute of them is the warning, or the second
    /// half where they are fewer than two.
    public init(seconds: Int) {
        let seconds = max(2, seconds)
        warningSeconds = min(IdleLimit.longestWarning, seconds / 2)
        untilWarning = .seconds(seconds - warningSeconds)
    }
}

extension ShopState {
    /// Keeps the guest, where the log-out was about to come; the key or click that did so does nothing else. `nil` where
    /// there was no warning.
    mutating func stay() -> [Effect]? {
        guard layers[IdleWarning.self] != nil else { return nil }
        layers[IdleWarning.self] = nil
        return []
    }

    /// Counts anew from a key or a click.
    mutating func restartIdleTimer() -> [Effect] {
        guard let idleLimit else { return [] }
        runningTimers.insert(.idle)
        return [.startTimer(.idle, idleLimit.untilWarning)]
    }

    /// Counts from the first frame on, and after a warning that was heeded.
    mutating func startIdleTimerIfNeeded() -> [Effect] {
        guard idleLimit != nil, !runningTimers.contains(.idle), layers[IdleWarning.self] == nil else { return [] }
        return restartIdleTimer()
    }

    /// Nothing was done for long: warns, whatever lies above the list.
    mutating func warnOfLogOut() -> [Effect] {
        guard let idleLimit else { return [] }
        layers[IdleWarning.self] = IdleWarning(secondsLeft: idleLimit.warningSeconds)
        return [.ring, .startTimer(.logOut, .seconds(1))]
    }

    /// Another second of the warning is over; the last one ends the visit.
    mutating func countDownToLogOut() -> [Effect] {
        guard var warning = layers[IdleWarning.self] else { return [] }
        warning.secondsLeft -= 1
        layers[IdleWarning.self] = warning
        guard warning.secondsLeft <= 0 else { return [.startTimer(.logOut, .seconds(1))] }
        isLoggedOut = true
        return [.quit]
    }
}
