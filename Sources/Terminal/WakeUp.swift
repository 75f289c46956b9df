import CNcurses
import Glibc

/// Wakes a thread that sleeps in `poll`, from any other thread or from a signal handler.
struct WakeUp: Sendable {
    /// Readable after a signal.
    let descriptor: Int32

    init() {
        descriptor = terminal_wake_up_open()
        precondition(descriptor >= 0, "the system has no descriptor left for the terminal")
    }

    func signal() {
        var one: UInt64 = 1
        _ = write(descriptor, &one, MemoryLayout<UInt64>.size)
    }

    /// Whether neither a signal nor input arrives for that many milliseconds. Consumes neither.
    func isQuiet(orInput input: Int32, for milliseconds: Int32) -> Bool {
        var descriptors = (
            pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: input, events: Int16(POLLIN), revents: 0)
        )
        return withUnsafeMutablePointer(to: &descriptors) { pointer in
            pointer.withMemoryRebound(to: pollfd.self, capacity: 2) { poll($0, 2, milliseconds) == 0 }
        }
    }

    /// The reasons why a wait ended; several may hold at once.
    struct WakeReasons {
        var isSignalled = false
        var hasInput = false
        var hasRoom = false
        var isOverdue = false
    }

    /// Sleeps until a signal arrives (which is consumed), `input` has data or has ended, `output` accepts bytes, or
    /// `timeout` milliseconds have passed; -1 waits for ever.
    func wait(orInput input: Int32, orRoom output: Int32? = nil, timeout: Int32) -> WakeReasons {
        var descriptors = (
            pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: input, events: Int16(POLLIN), revents: 0),
            // `poll` ignores a negative descriptor.
            pollfd(fd: output ?? -1, events: Int16(POLLOUT), revents: 0)
        )
        let count = withUnsafeMutablePointer(to: &descriptors) { pointer in
            pointer.withMemoryRebound(to: pollfd.self, capacity: 3) { poll($0, 3, timeout) }
        }
        guard count > 0 else { return WakeReasons(isOverdue: count == 0) }
        let isSignalled = descriptors.0.revents != 0
        if isSignalled {
            var wakeUps: UInt64 = 0
            _ = read(descriptor, &wakeUps, MemoryLayout<UInt64>.size)
        }
        return WakeReasons(
            isSignalled: isSignalled, hasInput: descriptors.1.revents != 0, hasRoom: descriptors.2.revents != 0)
    }
}
