import Foundation
import Glibc

/// A peer on loopback that takes connections and never says anything.
public final class SilentPeer: Sendable {
    public let port: Int
    private let socket: Int32

    public init() throws {
        port = try FreePort.find()
        socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
        guard FreePort.bind(socket, to: port), listen(socket, SOMAXCONN) == 0 else {
            throw PostgreSQLServerError(description: "nothing listens at port \(port)")
        }
    }

    deinit { close(socket) }

    /// The number of connections since the last call.
    public var connections: Int {
        var count = 0
        while true {
            let accepted = accept(socket, nil, nil)
            guard accepted >= 0 else { return count }
            close(accepted)
            count += 1
        }
    }
}
