import Glibc

/// Writes to descriptors whose readers may be slow, may have stopped reading, or may be gone.
public enum DescriptorOutput {
    /// Why not everything was written.
    public enum Failure: Error, Hashable, Sendable {
        /// Nothing was accepted within the limit.
        case stuck
        /// The system's error number, such as `EPIPE`.
        case system(Int32)
    }

    /// Writes all of `bytes`, and returns what prevented it, if anything. Each time that a non-blocking descriptor accepts
    /// nothing, waits for at most `limit` milliseconds, or for ever if that is negative.
    public static func write(
        _ bytes: UnsafeRawBufferPointer, to descriptor: Int32, limit: Int32 = -1
    ) -> Failure? {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = Glibc.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if count == 0 {
                return .system(EIO)
            } else if errno == EAGAIN {
                guard waitForRoom(descriptor, limit) else { return .stuck }
            } else if errno != EINTR {
                return .system(errno)
            }
        }
        return nil
    }

    /// Waits until `descriptor` accepts bytes. Returns `false` after `limit` milliseconds, `true` also if a signal
    /// arrived.
    public static func waitForRoom(_ descriptor: Int32, _ limit: Int32) -> Bool {
        var room = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        let ready = poll(&room, 1, limit)
        return ready > 0 || ready < 0 && errno == EINTR
    }

    /// Opens the file of `descriptor` again for non-blocking writes: the flag of a shared description would affect
    /// everybody who has it. Returns `nil` if that is not allowed.
    public static func reopened(_ descriptor: Int32) -> Int32? {
        let opened = open("/proc/self/fd/\(descriptor)", O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
        return opened >= 0 ? opened : nil
    }

    /// Makes writes to `descriptor` non-blocking, for this process only. Does nothing if that is not allowed.
    public static func makeNonBlocking(_ descriptor: Int32) {
        guard let opened = reopened(descriptor) else { return }
        dup2(opened, descriptor)
        close(opened)
    }
}
