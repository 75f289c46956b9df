import Foundation
import Glibc

/// The signals that ask a server to stop.
///
/// Not a signal source of libdispatch: on Linux it passes a signal on from thread to thread, and was seen to lose one,
/// after which the server went on as if nothing had been asked.
enum StopSignals {
    /// Takes a byte for each signal that came; to write one is all that a handler may do.
    private static let arrivals: (reader: Int32, writer: Int32)? = {
        var ends: [Int32] = [-1, -1]
        return pipe(&ends) == 0 ? (ends[0], ends[1]) : nil
    }()

    /// From now on SIGTERM and SIGINT do not end the program; `handle` is called for each, on a thread of its own.
    static func take(_ handle: @escaping @Sendable () -> Void) {
        // Where there is none, they end the program as they always did.
        guard let reader = arrivals?.reader else { return }
        let thread = Thread {
            var byte: UInt8 = 0
            while read(reader, &byte, 1) > 0 || errno == EINTR { handle() }
        }
        thread.name = "stop signals"
        thread.start()
        for number in [SIGTERM, SIGINT] { install(on: number) }
    }

    private static func install(on number: Int32) {
        var action = sigaction()
        action.sa_flags = SA_RESTART
        action.__sigaction_handler.sa_handler = { _ in
            let error = errno
            var byte: UInt8 = 1
            if let writer = StopSignals.arrivals?.writer { _ = write(writer, &byte, 1) }
            errno = error
        }
        sigaction(number, &action, nil)
    }
}
