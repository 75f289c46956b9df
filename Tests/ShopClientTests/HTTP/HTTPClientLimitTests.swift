import Domain
import Foundation
import ShopClient
import ShopHTTP
import TestPeers
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct HTTPClientLimitTests {
    private static let small = HTTPLimits.untimed(bodyBytes: 100_000)

    @Test func aBodyOfExactlyTheLimitIsTaken() async throws {
        let body = [UInt8](repeating: 32, count: 100_000)
        #expect(try await fetch(limits: Self.small) { peer, _ in peer.answer(body: body) }.body.count == 100_000)
    }

    @Test func aLengthBeyondTheLimitIsRefusedBeforeTheBody() async throws {
        await #expect(throws: FetchFailure.tooLarge(limit: 100_000)) {
            try await fetch(limits: Self.small) { peer, _ in
                peer.send("HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n")
                peer.stayOpen()
            }
        }
    }

    @Test(arguments: ["\r\n", "Transfer-Encoding: chunked\r\n\r\n"]) func anEndlessBodyIsStopped(head: String)
        async throws
    {
        let spaces = [UInt8](repeating: 32, count: 0x4000)
        let piece = head == "\r\n" ? spaces : Array("4000\r\n".utf8) + spaces + Array("\r\n".utf8)
        await #expect(throws: FetchFailure.tooLarge(limit: 100_000)) {
            try await fetch(limits: Self.small) { peer, _ in
                peer.send("HTTP/1.1 200 OK\r\n" + head)
                while peer.send(piece) {}
            }
        }
    }

    @Test func aGzipBombCountsByWhatItBecomes() async throws {
        let bomb = gzippedSpaces(10 << 20)
        #expect(bomb.count < 100_000)
        await #expect(throws: FetchFailure.tooLarge(limit: 100_000)) {
            try await fetch(limits: Self.small) { peer, _ in
                peer.answer(headers: ["Content-Encoding: gzip"], body: bomb)
            }
        }
    }

    @Test func aServerThatNeverAnswersTimesOutWhenIdle() async throws {
        await #expect(throws: FetchFailure.timedOut) {
            try await fetch(limits: HTTPLimits(idle: .seconds(1), deadline: .seconds(50))) { peer, _ in peer.stayOpen()
            }
        }
    }

    @Test func aServerThatDripsTimesOutAtTheDeadline() async throws {
        await #expect(throws: FetchFailure.timedOut) {
            try await fetch(limits: HTTPLimits(deadline: .milliseconds(200))) { peer, _ in
                peer.send("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n")
                while !peer.hangsUp(within: 10) { peer.send("x") }
            }
        }
    }
}

@Suite(.timeLimit(.minutes(5))) struct HTTPClientRedirectTests {
    @Test func aRedirectIsFollowedAndItsOwnBodyIsNotMixedIn() async throws {
        let answer = try await fetch { peer, head in
            if head.hasPrefix("GET / ") {
                peer.answer("302 Found", headers: ["Location: /moved"], body: String(repeating: "old", count: 50_000))
            } else {
                peer.answer(body: "new")
            }
        }
        #expect(answer.status == 200)
        #expect(answer.body == Data("new".utf8))
    }

    @Test(arguments: ["301 Moved", "302 Found", "303 See Other", "307 Temporary", "308 Permanent"])
    func theUsualRedirectsAreFollowed(status: String) async throws {
        let answer = try await fetch { peer, head in
            if head.hasPrefix("GET / ") {
                peer.answer(status, headers: ["Location: moved?a=b"])
            } else {
                peer.answer(body: head)
            }
        }
        #expect(String(decoding: answer.body, as: UTF8.self).hasPrefix("GET /moved?a=b "))
    }

    @Test func aLoopEndsAtTheLimit() async throws {
        let server = try HostileServer { peer, _ in
            peer.answer("302 Found", headers: ["Location: /again"], body: "again")
        }
        defer { server.stop() }
        await #expect(throws: FetchFailure.redirected) {
            try await HTTPClient().get(server.url, limits: HTTPLimits(redirects: 3))
        }
        #expect(server.requests.count == 4)
    }

    @Test(arguments: [
        "file:///etc/passwd", "ftp://127.0.0.1/", "gopher://127.0.0.1/", "data:text/plain,hi", "javascript:1",
        "http://", "::::",
    ])
    func onlyHTTPIsFollowed(location: String) async throws {
        await #expect(throws: FetchFailure.redirected) {
            try await fetch { peer, _ in peer.answer("302 Found", headers: ["Location: \(location)"]) }
        }
    }

    @Test func aRedirectToNothingIsUnreachable() async throws {
        try await HostileServer.withoutServer { url in
            _ = await #expect(throws: FetchFailure.unreachable) {
                try await fetch { peer, _ in peer.answer("302 Found", headers: ["Location: \(url)"]) }
            }
        }
    }
}

@Suite(.timeLimit(.minutes(5))) struct HTTPClientCancellationTests {
    @Test func aCancelledRequestReturnsAtOnce() async throws {
        let server = try HostileServer { peer, _ in peer.stayOpen() }
        defer { server.stop() }
        let client = HTTPClient()
        let request = Task { try await client.get(server.url) }
        await server.requests.wait(count: 1)
        request.cancel()
        await #expect(throws: FetchFailure.interrupted) { try await request.value }
    }

    @Test func hundredsOfCancellationsNeverHang() async throws {
        let server = try HostileServer { peer, _ in peer.answer(body: "[]") }
        defer { server.stop() }
        let client = HTTPClient()
        for _ in 0..<300 {
            let request = Task { try await client.get(server.url) }
            request.cancel()
            _ = await request.result
        }
        #expect(try await client.get(server.url).status == 200)
    }

    @Test func cancellingAmidRedirectsIsHarmless() async throws {
        let server = try HostileServer { peer, _ in peer.answer("302 Found", headers: ["Location: /again"]) }
        defer { server.stop() }
        let client = HTTPClient()
        for count in 1...200 {
            let request = Task { try await client.get(server.url, limits: HTTPLimits(redirects: 20)) }
            await server.requests.wait(count: server.requests.count + 1 + count % 3)
            request.cancel()
            await #expect(throws: FetchFailure.self) { try await request.value }
        }
    }
}
