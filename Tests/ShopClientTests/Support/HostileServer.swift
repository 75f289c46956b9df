import Foundation
import TestPeers
import TestSupport

/// A server on loopback that sends whatever its script says, byte by byte.
final class HostileServer: Sendable {
    /// Handles a request. The connection is closed afterwards, unless the script keeps it open.
    typealias Script = @Sendable (Peer, _ head: String) -> Void

    /// The heads of all requests, in order of arrival.
    let requests: Record<String>
    private let server: LoopbackServer

    var port: UInt16 { server.port }
    var url: URL { URL(string: "http://127.0.0.1:\(port)/")! }

    /// Listens on `port`, or a free port, and answers every request with `script`.
    init(port: UInt16 = 0, script: @escaping Script) throws {
        let requests = Record<String>()
        self.requests = requests
        server = try LoopbackServer(port: port) { peer in
            if let head = peer.readRequest() {
                requests.append(head)
                script(peer, head)
            }
            // Keep the connection open until the client closes it or `stop` is called.
            if peer.isKeptOpen { while peer.readRequest() != nil {} }
        }
    }

    /// Closes the listener and every connection; pending requests get no answer.
    func stop() { server.stop() }

    /// Passes `body` an address at which nothing listens and which stays reserved while `body` runs.
    static func withoutServer(_ body: (URL) async throws -> Void) async throws {
        try await LoopbackServer.withoutServer { try await body(URL(string: "http://127.0.0.1:\($0)/")!) }
    }
}
