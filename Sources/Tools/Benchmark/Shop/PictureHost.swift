import Domain
import FaultyPeer
import Foundation
import NIOConcurrencyHelpers

/// A shop server on loopback that delays every picture, with one thread per connection.
final class PictureHost: Sendable {
    /// The requests for pictures so far.
    struct Log {
        var first: ContinuousClock.Instant?
        var last: ContinuousClock.Instant?
        var pictures = 0
        var atOnce = 0
        var maxConcurrent = 0
    }

    let port: Int
    private let server: LoopbackServer
    private let log: NIOLockedValueBox<Log>

    /// Serves `bodies` by path; those below `/pictures/` are delayed by `delay`.
    init(bodies: [String: Data], delay: Duration) throws {
        let log = NIOLockedValueBox(Log())
        self.log = log
        server = try LoopbackServer { peer in
            while let head = peer.readRequest() {
                guard let path = head.split(separator: " ").dropFirst().first.map(String.init) else { return }
                let isPicture = path.hasPrefix("/pictures/")
                if isPicture { log.withLockedValue { $0.begin() } }
                if isPicture { usleep(UInt32(delay.milliseconds * 1_000)) }
                if isPicture { log.withLockedValue { $0.atOnce -= 1 } }
                peer.answer(bodies[path] == nil ? "404 Not Found" : "200 OK", body: bodies[path] ?? Data())
                if isPicture { log.withLockedValue { $0.end() } }
            }
        }
        port = Int(server.port)
    }

    var seen: Log { log.withLockedValue { $0 } }

    /// Stops accepting connections.
    func close() { server.stop() }
}

extension PictureHost.Log {
    fileprivate mutating func begin() {
        first = first ?? .now
        atOnce += 1
        maxConcurrent = max(maxConcurrent, atOnce)
    }

    fileprivate mutating func end() {
        pictures += 1
        last = .now
    }
}
