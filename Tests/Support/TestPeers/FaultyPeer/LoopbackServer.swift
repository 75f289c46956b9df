import Foundation
import NIOConcurrencyHelpers

/// A server on a loopback port that handles each connection on its own thread and closes it afterwards.
public final class LoopbackServer: Sendable {
    public let port: UInt16
    private let listener: Int32
    private let connections = NIOLockedValueBox<Set<Int32>>([])

    /// Listens on `port`, or on a free port if it is 0. Without `serve`, the system accepts connections but nothing is
    /// ever answered.
    public init(port wanted: UInt16 = 0, serve: (@Sendable (Peer) -> Void)? = nil) throws {
        (listener, port) = try LoopbackServer.listen(on: wanted)
        if let serve { Thread.detachNewThread { [self] in accept(serve) } }
    }

    deinit { close(listener) }

    /// Stops accepting connections and closes the open ones; clients that wait for an answer get none.
    public func stop() {
        shutdown(listener, Int32(SHUT_RDWR))
        disconnect()
    }

    /// Closes the open connections.
    public func disconnect() {
        connections.withLockedValue { for descriptor in $0 { shutdown(descriptor, Int32(SHUT_RDWR)) } }
    }

    private func accept(_ serve: @escaping @Sendable (Peer) -> Void) {
        while true {
            let descriptor = Glibc.accept(listener, nil, nil)
            guard descriptor >= 0 else { return }
            _ = connections.withLockedValue { $0.insert(descriptor) }
            Thread.detachNewThread { [self] in
                serve(Peer(descriptor))
                // Hide the descriptor from `disconnect` before closing it: once closed, the number may be reused.
                _ = connections.withLockedValue { $0.remove(descriptor) }
                close(descriptor)
            }
        }
    }

    /// Calls `body` with a port on which nothing listens, and reserves the port while `body` runs.
    public static func withoutServer<Value>(_ body: (UInt16) async throws -> Value) async throws -> Value {
        let (reserved, port) = try open(0)
        defer { close(reserved) }
        return try await body(port)
    }

    /// Listens on `wanted`, retrying for a while: the port can still look taken after its listener was closed, because
    /// a child process holds copies of this process's sockets between `fork` and `exec`.
    private static func listen(on wanted: UInt16) throws -> (descriptor: Int32, port: UInt16) {
        for _ in 0..<maxAttempts {
            if let listener = try? listenNow(on: wanted) { return listener }
            usleep(10_000)
        }
        return try listenNow(on: wanted)
    }

    private static let maxAttempts = 500

    private static func listenNow(on wanted: UInt16) throws -> (descriptor: Int32, port: UInt16) {
        let (descriptor, port) = try open(wanted)
        guard Glibc.listen(descriptor, 64) == 0 else {
            close(descriptor)
            throw POSIXError(.EADDRINUSE)
        }
        return (descriptor, port)
    }

    /// Returns a socket bound to `wanted`, or to a free port if it is 0.
    private static func open(_ wanted: UInt16) throws -> (descriptor: Int32, port: UInt16) {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var yes: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = wanted.bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, size) == 0 && getsockname(descriptor, $0, &size) == 0
            }
        }
        guard isBound else {
            close(descriptor)
            throw POSIXError(.EADDRINUSE)
        }
        return (descriptor, UInt16(bigEndian: address.sin_port))
    }
}
