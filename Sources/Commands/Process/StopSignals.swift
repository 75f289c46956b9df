import Foundation
import Glibc
import Platform

/// Handles the signals that ask the program to stop.
///
/// This is not a signal source of libdispatch: on Linux that passes a signal from thread to thread, and was seen to
/// lose one, after which the server kept running.
enum StopSignals {
    /// A pipe that receives a byte for each signal: a handler may do no more than write one.
    private static let arrivals: (reader: Int32, writer: Int32)? = {
        var ends: [Int32] = [-1, -1]
        return pipe(&ends) == 0 ? (ends[0], ends[1]) : nil
    }()

    /// Calls `handle` for each SIGTERM and SIGINT from now on, on a separate thread. They no longer end the program.
    static func handle(_ handle: @escaping @Sendable () -> Void) {
        // Without a pipe, the signals end the program as usual.
        guard let reader = arrivals?.reader else { return }
        Thread.start("stop signals") {
            var byte: UInt8 = 0
            while read(reader, &byte, 1) > 0 || errno == EINTR { handle() }
        }
        for number in [SIGTERM, SIGINT] { install(on: number) }
    }

    private static func install(on signal: Int32) {
        var action = sigaction()
        action.sa_flags = SA_RESTART
        action.__sigaction_handler.sa_handler = { _ in
            let error = errno
            var byte: UInt8 = 1
            if let writer = StopSignals.arrivals?.writer { _ = write(writer, &byte, 1) }
            errno = error
        }
        sigaction(signal, &action, nil)
    }
}
