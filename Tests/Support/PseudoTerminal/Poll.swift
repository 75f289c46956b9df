import Glibc

/// Waits for a file descriptor.
enum Poll {
    /// Waits up to `milliseconds` for `events`, continuing after interruptions. Returns whether the descriptor became
    /// ready or failed.
    static func wait(_ descriptor: Int32, for events: Int32, milliseconds: Int) -> Bool {
        var entry = pollfd(fd: descriptor, events: Int16(events), revents: 0)
        let deadline = ContinuousClock.now + .milliseconds(milliseconds)
        var left = milliseconds
        while true {
            let ready = poll(&entry, 1, Int32(clamping: max(0, left)))
            if ready >= 0 || errno != EINTR { return ready > 0 }
            left = Int((deadline - .now) / .milliseconds(1))
        }
    }
}
