import Foundation
import NIOConcurrencyHelpers
import TestSupport

/// A server on loopback that does whatever its script says, byte by byte, on threads of its own.
final class HostileServer: Sendable {
    /// What is done with a request; the connection is closed afterwards, unless the script keeps it open.
    typealias Script = @Sendable (Peer, _ head: String) -> Void

    let port: UInt16
    /// The heads of all requests, in order of arrival.
    let requests = Record<String>()
    private let listener: Int32
    private let open = NIOLockedValueBox<[Int32]>([])

    var url: URL { URL(string: "http://127.0.0.1:\(port)/")! }

    /// Listens on `port`, or a free one, and answers every request as `script` does.
    init(port wanted: UInt16 = 0, script: @escaping Script) throws {
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var yes: Int32 = 1
        setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        port = try HostileServer.bind(listener, to: wanted)
        guard listen(listener, 64) == 0 else { throw POSIXError(.EADDRINUSE) }
        Thread.detachNewThread { [self] in accept(with: script) }
    }

    /// Closes the listener and every connection: whoever waits for an answer gets none.
    func stop() {
        shutdown(listener, Int32(SHUT_RDWR))
        for descriptor in open.withLockedValue({ $0 }) { shutdown(descriptor, Int32(SHUT_RDWR)) }
    }

    deinit { close(listener) }

    private func accept(with script: @escaping Script) {
        while true {
            let descriptor = Glibc.accept(listener, nil, nil)
            guard descriptor >= 0 else { break }
            var yes: Int32 = 1
            setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
            open.withLockedValue { $0.append(descriptor) }
            Thread.detachNewThread { [self] in serve(Peer(descriptor), with: script) }
        }
    }

    private func serve(_ peer: Peer, with script: Script) {
        if let head = peer.readRequest() {
            requests.append(head)
            script(peer, head)
        }
        if peer.isKeptOpen {
            // Until the client or `stop` ends it.
            while peer.readRequest() != nil {}
        }
        open.withLockedValue { $0.removeAll { $0 == peer.descriptor } }
        close(peer.descriptor)
    }

    /// An address where nobody answers, and that nobody else gets while `body` runs.
    static func withoutServer(_ body: (URL) async throws -> Void) async throws {
        let reserved = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(reserved) }
        let port = try bind(reserved, to: 0)
        try await body(URL(string: "http://127.0.0.1:\(port)/")!)
    }

    private static func bind(_ listener: Int32, to port: UInt16) throws -> UInt16 {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let bound = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.bind(listener, $0, size) == 0 && getsockname(listener, $0, &size) == 0
            }
        }
        guard bound else { throw POSIXError(.EADDRINUSE) }
        return UInt16(bigEndian: address.sin_port)
    }
}
