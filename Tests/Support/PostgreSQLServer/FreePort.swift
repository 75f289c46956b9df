import Glibc

/// Finds an unused loopback port.
enum FreePort {
    /// Below the ephemeral ports of Linux (net.ipv4.ip_local_port_range begins at 32,768), so that no outgoing
    /// connection takes the port while its server is stopped.
    private static let range: Range<UInt16> = 20_000..<32_000
    private static let attempts = 100

    /// Returns a free port. It is not reserved, so the server should bind it soon.
    static func find() throws -> Int {
        for _ in 0..<attempts {
            let port = UInt16.random(in: range)
            if try isFree(port) { return Int(port) }
        }
        throw PostgreSQLServerError(description: "no free port")
    }

    private static func isFree(_ port: UInt16) throws -> Bool {
        let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard socket >= 0 else { throw PostgreSQLServerError(description: "no socket") }
        defer { close(socket) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        address.sin_port = port.bigEndian
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
    }
}
