import Domain
import Foundation
import NIOConcurrencyHelpers
import ShopClient
import TestPeers
import TestSupport

/// A shop server with versioned sections, whose event streams are controlled by a test.
final class EventServer: Sendable {
    /// Handles a request for an event stream; `number` counts the streams from 1.
    typealias Script = @Sendable (EventPeer, _ number: Int) -> Void

    /// The requested paths except streams, in order of arrival; those answered with 304 are marked.
    let paths = Record<String>()
    /// The head of each request for a stream.
    let streams = Record<String>()
    private let versions = NIOLockedValueBox<[String: Int]>([:])
    private let listeners = NIOLockedValueBox<[Peer]>([])
    private let server: HostileServer

    init(stream: @escaping Script) throws {
        let (paths, streams, versions, listeners) = (paths, streams, versions, listeners)
        server = try HostileServer { peer, head in
            let path = String(head.split(separator: " ")[1].dropFirst())
            guard path != "events" else {
                streams.append(head)
                listeners.withLockedValue { $0.append(peer) }
                return stream(EventPeer(peer: peer), streams.count)
            }
            let version = versions.withLockedValue { $0[path, default: 1] }
            let isKnown = head.contains("If-None-Match: \"\(version)\"")
            paths.append(path + (isKnown ? " 304" : ""))
            guard !isKnown else { return _ = peer.answer("304 Not Modified") }
            peer.answer(headers: ["ETag: \"\(version)\""], body: EventServer.body(path, version))
        }
    }

    private static func body(_ path: String, _ version: Int) -> String {
        switch path {
        case SectionID.fruits.path: "[{\"id\": \"banana\", \"name\": \"바나나\", \"count\": \(version)}]"
        case SectionID.juices.path:
            "[{\"id\": \"b\", \"name\": \"쥬스\", \"price\": 1000, \"needs\": {\"banana\": 2}, \"available\": true}]"
        default: String(decoding: (try? ShopClientTests.body(dishes(version))) ?? Data(), as: UTF8.self)
        }
    }

    deinit { server.stop() }
    func stop() { server.stop() }

    /// Closes the open streams.
    func cutStreams() {
        for peer in listeners.withLockedValue({ $0 }) { shutdown(peer.descriptor, Int32(SHUT_RDWR)) }
    }

    /// Changes the content of the section without sending an event.
    func change(_ section: SectionID) { versions.withLockedValue { $0[section.path, default: 1] += 1 } }

    func count(_ section: SectionID) -> Int { paths.all.count { $0.hasPrefix(section.path) } }

    var address: ShopAddress { get throws { try ShopAddress("http://127.0.0.1:\(server.port)") } }
}

/// The server's end of a stream.
struct EventPeer: Sendable {
    let peer: Peer

    func open(type: String = "text/event-stream", framing: String = "Transfer-Encoding: chunked") {
        peer.send("HTTP/1.1 200 OK\r\nContent-Type: \(type)\r\n\(framing)\r\n\r\n")
        send(": hello\n\n")
    }

    /// Sends `text` as a chunk. Returns `false` if the client has disconnected.
    @discardableResult
    func send(_ text: String) -> Bool { send(Array(text.utf8)) }

    @discardableResult
    func send(_ bytes: [UInt8]) -> Bool {
        peer.send(Array("\(String(bytes.count, radix: 16))\r\n".utf8) + bytes + Array("\r\n".utf8))
    }

    func tell(_ section: SectionID, id: Int) {
        send("id: \(id)\nevent: section\ndata: {\"section\": \"\(section.path)\", \"version\": \(id)}\n\n")
    }
}
