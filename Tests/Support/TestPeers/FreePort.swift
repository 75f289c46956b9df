import Glibc
import NIOConcurrencyHelpers

/// Finds unused loopback ports for servers that are stopped and restarted, or that cannot choose one themselves. No port
/// is found twice.
public enum FreePort {
    /// Below the ephemeral ports of Linux (net.ipv4.ip_local_port_range begins at 32,768), so that no outgoing
    /// connection takes the port while its server is stopped.
    private static let range = 20_000..<32_000
    private static let next = NIOLockedValueBox(Int.random(in: range))

    /// Returns a free port. It is not reserved for this process.
    public static func find() throws -> Int {
        for _ in range {
            let port = next.withLockedValue { next in
                defer { next = next + 1 < range.upperBound ? next + 1 : range.lowerBound }
                return next
            }
            if try isFree(port) { return port }
        }
        throw NoFreePort()
    }

    private static func isFree(_ port: Int) throws -> Bool {
        let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard socket >= 0 else { throw NoFreePort() }
        defer { close(socket) }
        return bind(socket, to: port)
    }

    /// Binds the socket to that port of loopback. Returns whether it was free.
    static func bind(_ socket: Int32, to port: Int) -> Bool {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        address.sin_port = UInt16(port).bigEndian
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.bind(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
    }
}

/// The error of a search that found no port.
public struct NoFreePort: Error {}
