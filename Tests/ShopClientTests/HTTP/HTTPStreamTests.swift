import Domain
import Foundation
import NIOConcurrencyHelpers
import ShopHTTP
import TestPeers
import TestSupport
import Testing

/// Responses that are consumed as they arrive.
@Suite(.timeLimit(.minutes(5))) struct HTTPStreamTests {
    @Test func aStreamThatPoursIsReadSlowlyAndOthersAreNotKeptWaiting() async throws {
        let flood = [UInt8](repeating: 0x3A, count: 1 << 16)
        let server = try HostileServer { peer, head in
            guard head.contains("/flood") else { return _ = peer.answer(body: "here") }
            peer.send("HTTP/1.1 200 OK\r\n\r\n")
            while peer.send(flood) {}
        }
        defer { server.stop() }
        let client = HTTPClient()
        let taken = NIOLockedValueBox(0)
        let begun = ContinuousClock.now
        let stream = Task {
            try await client.stream(server.url.appending(path: "flood"), idle: .seconds(20)) { part in
                guard case .piece(let bytes) = part else { return true }
                return taken.withLockedValue { taken in
                    taken += bytes.count
                    return taken < 600_000
                }
            }
        }
        for _ in 0..<20 { #expect(try await client.get(server.url).body == Data("here".utf8)) }
        await #expect(throws: FetchFailure.interrupted) { try await stream.value }
        // The rate limit is 256 KiB a second. The last piece causes no pause.
        #expect(begun.duration(to: .now) > .seconds(1))
    }

    @Test func aCompressedStreamArrivesPieceByPiece() async throws {
        let server = try HostileServer { peer, _ in
            let zipped = Data(base64Encoded: "H4sIAAAAAAACA4uOBQApu0wNAgAAAA==") ?? Data()
            peer.answer(headers: ["Content-Encoding: gzip"], body: zipped)
        }
        defer { server.stop() }
        let text = NIOLockedValueBox("")
        let head = try await HTTPClient().stream(server.url, idle: .seconds(20)) { part in
            if case .piece(let bytes) = part { text.withLockedValue { $0 += String(decoding: bytes, as: UTF8.self) } }
            return true
        }
        #expect(head.status == 200)
        #expect(text.withLockedValue { $0 } == "[]")
    }

    @Test func aStreamThatSaysNothingEndsWhenItsTimeIsOver() async throws {
        let server = try HostileServer { peer, _ in
            peer.send("HTTP/1.1 200 OK\r\n\r\n")
            peer.stayOpen()
        }
        defer { server.stop() }
        await #expect(throws: FetchFailure.timedOut) {
            try await HTTPClient().stream(server.url, idle: .milliseconds(200)) { _ in true }
        }
    }

    @Test func severalLargeAnswersAtOnceShareOneBudget() async throws {
        let piece = [UInt8](repeating: 32, count: 1 << 18)
        let server = try HostileServer { peer, _ in
            peer.send("HTTP/1.1 200 OK\r\n\r\n")
            while peer.send(piece) {}
        }
        defer { server.stop() }
        let client = HTTPClient()
        let limits = HTTPLimits.untimed(bodyBytes: 32 << 20)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    await #expect(throws: FetchFailure.tooLarge(limit: 32 << 20)) {
                        try await client.get(server.url, limits: limits)
                    }
                }
            }
            try await group.waitForAll()
        }
        let small = try HostileServer { peer, _ in peer.answer(body: "small") }
        defer { small.stop() }
        #expect(try await client.get(small.url).body == Data("small".utf8))
    }
}
