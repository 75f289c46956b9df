import Glibc

/// Waits for file descriptors with a timeout.
enum SocketWait {
    /// Returns the index of the first descriptor that is ready or failed, or `nil` if none was by `deadline`.
    static func first(
        of wanted: [(descriptor: Int32, events: Int32)], until deadline: ContinuousClock.Instant
    ) -> Int? {
        var entries = wanted.map { pollfd(fd: $0.descriptor, events: Int16($0.events), revents: 0) }
        while true {
            let left = Int32(clamping: max(0, (deadline - .now).wholeMilliseconds + 1))
            let ready = poll(&entries, nfds_t(entries.count), left)
            if ready > 0 { return entries.firstIndex { $0.revents != 0 } }
            if ready == 0 || errno != EINTR { return nil }
        }
    }
}
