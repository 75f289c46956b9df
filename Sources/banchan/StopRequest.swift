import Glibc
import NIOConcurrencyHelpers

/// That somebody wants long work to stop, with Ctrl-C or by SIGTERM. The work ends where nothing is half done; who asks
/// twice ends the program at once.
final class StopRequest: Sendable {
    /// The program's exit status then: that of a program which SIGINT ended.
    static let status: Int32 = 130

    private let made = NIOLockedValueBox(false)
    /// Readable once it is made.
    private let ends: (reader: Int32, writer: Int32)

    private init() {
        var ends: [Int32] = [-1, -1]
        self.ends = pipe(&ends) == 0 ? (ends[0], ends[1]) : (-1, -1)
    }

    /// The one request that signals make from now on.
    static func taken() -> StopRequest {
        let stop = StopRequest()
        StopSignals.take { stop.make() }
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

    /// Waits until there is something to read; `false` where it is made before.
    func waits(for descriptor: Int32) -> Bool {
        var both = [
            pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: ends.reader, events: Int16(POLLIN), revents: 0),
        ]
        while poll(&both, 2, -1) < 0, errno == EINTR {}
        return !isMade
    }
}
