import Domain
import Foundation
import NIOConcurrencyHelpers
import TestPeers

/// A shop server on loopback that delays every picture, with one thread per connection.
final class PictureHost: Sendable {
    let port: UInt16
    private let server: LoopbackServer
    private let answered = NIOLockedValueBox(0)

    /// Serves the lists and pictures of a menu, each picture after `delay`.
    init(_ menu: GeneratedMenu, delay: Duration) throws {
        let bodies = try menu.lists().merging(menu.pictureFiles()) { $1 }
        server = try LoopbackServer { [answered] peer in
            while let head = peer.readRequest() {
                guard let path = head.split(separator: " ").dropFirst().first.map({ String($0.dropFirst()) }) else {
                    return
                }
                let isPicture = path.hasPrefix("pictures/")
                if isPicture { usleep(UInt32(delay.milliseconds * 1_000)) }
                peer.answer(bodies[path] == nil ? "404 Not Found" : "200 OK", body: bodies[path] ?? Data())
                if isPicture { answered.withLockedValue { $0 += 1 } }
            }
        }
        port = server.port
    }

    /// The number of pictures sent so far.
    var sent: Int { answered.withLockedValue(\.self) }

    /// Stops accepting connections.
    func close() { server.stop() }
}
