import Glibc
import NIOConcurrencyHelpers

/// A request to stop long work, made with Ctrl-C or by SIGTERM. The work ends where nothing is half done; a second
/// request ends the program at once.
final class StopRequest: Sendable {
    /// The program's exit status after a stop: that of a program ended by SIGINT.
    static let status: Int32 = 130

    private let made = NIOLockedValueBox(false)
    /// A pipe that is readable once the request is made.
    private let ends: (reader: Int32, writer: Int32)

    private init() {
        var ends: [Int32] = [-1, -1]
        self.ends = pipe(&ends) == 0 ? (ends[0], ends[1]) : (-1, -1)
    }

    /// Returns the request that signals make from now on. Call it once.
    static func onSignals() -> StopRequest {
        let stop = StopRequest()
        StopSignals.handle { stop.make() }
        return stop
    }

    var isMade: Bool { made.withLockedValue { $0 } }

    private func make() {
        let isSecond = made.withLockedValue { made in
            defer { made = true }
            return made
        }
        if isSecond { _exit(StopRequest.status) }
        var byte: UInt8 = 1
        _ = write(ends.writer, &byte, 1)
    }

    /// Sleeps for that many milliseconds, or until the request is made. Returns `false` if it is made.
    func sleeps(milliseconds: Int32) -> Bool {
        var request = pollfd(fd: ends.reader, events: Int16(POLLIN), revents: 0)
        _ = poll(&request, 1, milliseconds)
        return !isMade
    }

    /// Waits until `descriptor` is readable or the request is made. Returns `false` if the request is made.
    func waits(for descriptor: Int32) -> Bool {
        var both = [
            pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: ends.reader, events: Int16(POLLIN), revents: 0),
        ]
        while poll(&both, 2, -1) < 0, errno == EINTR {}
        return !isMade
    }
}
