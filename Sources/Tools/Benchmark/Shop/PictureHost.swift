import Domain
import Foundation
import NIOConcurrencyHelpers

/// A shop of pictures on loopback that takes its time for each of them, on a thread a connection.
final class PictureHost: Sendable {
    /// What it was asked for.
    struct Log {
        var first: ContinuousClock.Instant?
        var last: ContinuousClock.Instant?
        var pictures = 0
        var atOnce = 0
        var mostAtOnce = 0
    }

    let port: Int
    private let listener: Int32
    private let log = NIOLockedValueBox(Log())
    private let bodies: [String: Data]
    private let delay: Duration

    /// Serves `bodies` by path; those below `/pictures/` after `delay`.
    init(bodies: [String: Data], delay: Duration) throws {
        self.bodies = bodies
        self.delay = delay
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let listener = listener
        let isOpen = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, size) == 0 && getsockname(listener, $0, &size) == 0
            }
        }
        guard isOpen, listen(listener, 64) == 0 else { throw POSIXError(.EADDRINUSE) }
        port = Int(UInt16(bigEndian: address.sin_port))
        Thread.detachNewThread { [self] in accept() }
    }

    var seen: Log { log.withLockedValue { $0 } }

    /// Takes no more connections.
    func close() { shutdown(listener, Int32(SHUT_RDWR)) }

    deinit { Glibc.close(listener) }

    private func accept() {
        while true {
            let connection = Glibc.accept(listener, nil, nil)
            guard connection >= 0 else { return }
            var yes: Int32 = 1
            setsockopt(connection, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
            Thread.detachNewThread { [self] in
                while let path = PictureHost.request(on: connection) { answer(path, on: connection) }
                Glibc.close(connection)
            }
        }
    }

    /// The path of the next request; `nil` when the client has gone.
    private static func request(on connection: Int32) -> String? {
        var head: [UInt8] = []
        var byte: UInt8 = 0
        while !head.suffix(4).elementsEqual("\r\n\r\n".utf8) {
            guard recv(connection, &byte, 1, 0) == 1 else { return nil }
            head.append(byte)
        }
        return String(decoding: head, as: UTF8.self).split(separator: " ").dropFirst().first.map(String.init)
    }

    private func answer(_ path: String, on connection: Int32) {
        let isPicture = path.hasPrefix("/pictures/")
        if isPicture {
            note { log in
                log.first = log.first ?? .now
                log.atOnce += 1
                log.mostAtOnce = max(log.mostAtOnce, log.atOnce)
            }
            usleep(UInt32(delay.milliseconds * 1_000))
            note { $0.atOnce -= 1 }
        }
        let body = bodies[path] ?? Data()
        let status = bodies[path] == nil ? "404 Not Found" : "200 OK"
        let head = "HTTP/1.1 \(status)\r\nContent-Length: \(body.count)\r\n\r\n"
        let bytes = Data(head.utf8) + body
        _ = bytes.withUnsafeBytes { send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
        if isPicture {
            note { log in
                log.pictures += 1
                log.last = .now
            }
        }
    }

    private func note(_ change: (inout Log) -> Void) { log.withLockedValue { change(&$0) } }
}
