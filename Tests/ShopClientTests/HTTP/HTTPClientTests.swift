import Domain
import Foundation
import ShopClient
import ShopHTTP
import TestPeers
import TestSupport
import Testing

extension HTTPLimits {
    /// Limits for tests that are not about time: nothing runs out on a busy machine.
    static func untimed(bodyBytes: Int = 1 << 20) -> HTTPLimits {
        HTTPLimits(bodyBytes: bodyBytes, idle: .seconds(250), deadline: .seconds(250))
    }
}

/// Fetches once from a server that does what `script` says.
func fetch(
    limits: HTTPLimits = .untimed(),
    from script: @escaping HostileServer.Script
) async throws -> HTTPAnswer {
    let server = try HostileServer(script: script)
    defer { server.stop() }
    let client = HTTPClient()
    defer { client.invalidate() }
    return try await client.get(server.url, limits: limits)
}

@Suite(.timeLimit(.minutes(5))) struct HTTPClientTests {
    @Test func anAnswerComesWithStatusHeadersAndBody() async throws {
        let answer = try await fetch { peer, _ in peer.answer(headers: ["ETag: \"a\"", "X-Two: b"], body: "[]") }
        #expect(answer.status == 200)
        #expect(answer.header("etag") == "\"a\"")
        #expect(answer.header("X-TWO") == "b")
        #expect(answer.body == Data("[]".utf8))
    }

    @Test func theRequestNamesTheProgramAndCarriesTheHeadersAsked() async throws {
        let server = try HostileServer { peer, _ in peer.answer() }
        defer { server.stop() }
        _ = try await HTTPClient().get(server.url, headers: ["If-None-Match": "\"a\""])
        let head = try #require(server.requests.all.first)
        #expect(head.contains("User-Agent: banchan/"))
        #expect(head.contains("If-None-Match: \"a\""))
        #expect(!head.contains("Cookie"))
    }

    @Test func theZoneOfAnAddressIsUsedAndNotSent() async throws {
        let server = try HostileServer { peer, _ in peer.answer(body: "[]") }
        defer { server.stop() }
        for zone in ["%251", "%1"] {
            let url = try #require(URL(string: "http://[::ffff:127.0.0.1\(zone)]:\(server.port)/a"))
            #expect(try await HTTPClient().get(url).status == 200)
        }
        #expect(server.requests.count == 2)
        #expect(server.requests.all.allSatisfy { $0.contains("\r\nHost: [::ffff:127.0.0.1]:\(server.port)\r\n") })
    }

    @Test func aPreparedClientFetchesAndAnEndedOneStaysEnded() async throws {
        let server = try HostileServer { peer, _ in peer.answer(body: "[]") }
        defer { server.stop() }
        let client = HTTPClient()
        client.prepare()
        #expect(server.requests.all.isEmpty)
        #expect(try await client.get(server.url).body == Data("[]".utf8))
        client.invalidate()
        client.prepare()
        await #expect(throws: FetchFailure.interrupted) { try await client.get(server.url) }
    }

    @Test func cookiesAreNotKept() async throws {
        let server = try HostileServer { peer, _ in peer.answer(headers: ["Set-Cookie: a=b; Path=/"]) }
        defer { server.stop() }
        let client = HTTPClient()
        for _ in 0..<2 { _ = try await client.get(server.url) }
        #expect(!server.requests.all[1].contains("Cookie"))
    }

    @Test(arguments: [
        "403 Forbidden", "404 Not Found", "500 Oops", "204 No Content", "304 Not Modified", "302 Nowhere", "999 X",
    ])
    func everyStatusIsAnAnswer(status: String) async throws {
        #expect(try await fetch { peer, _ in peer.answer(status) }.status == Int(status.prefix(3)))
    }

    @Test(arguments: ["Basic realm=\"shop\"", "Bearer", "Digest", ""]) func beingAskedForAPasswordIsAnAnswer(
        how: String
    ) async throws {
        let answer = try await fetch { peer, _ in
            peer.answer("401 Who", headers: ["WWW-Authenticate: \(how)"], body: "no")
        }
        #expect(answer.status == 401)
    }

    @Test func compressedBodiesArriveAsTheyWere() async throws {
        let zipped = try #require(Data(base64Encoded: "H4sIAAAAAAACA4uOBQApu0wNAgAAAA=="))
        #expect(
            try await fetch { peer, _ in peer.answer(headers: ["Content-Encoding: gzip"], body: zipped) }.body
                == Data("[]".utf8))
    }

    @Test func manyAtOnceEachGetTheirOwnAnswer() async throws {
        let server = try HostileServer { peer, head in peer.answer(body: head.prefix { $0 != "\r\n" }.description) }
        defer { server.stop() }
        let client = HTTPClient()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<50 {
                group.addTask {
                    let answer = try await client.get(server.url.appendingPathComponent("\(number)"))
                    #expect(answer.body == Data("GET /\(number) HTTP/1.1".utf8))
                }
            }
            try await group.waitForAll()
        }
    }

    @Test(arguments: ["ftp://127.0.0.1/", "file:///etc/passwd", "http:///path", "data:text/plain,hi"])
    func onlyHTTPIsFetched(address: String) async throws {
        let url = try #require(URL(string: address))
        await #expect(throws: FetchFailure.unreachable) { try await HTTPClient().get(url) }
    }

    @Test func nothingIsFetchedAfterInvalidating() async throws {
        let client = HTTPClient()
        client.invalidate()
        client.invalidate()
        let url = try #require(URL(string: "http://127.0.0.1:1/"))
        await #expect(throws: FetchFailure.interrupted) { try await client.get(url) }
    }

    @Test func invalidatingEndsWhatIsUnderWay() async throws {
        let server = try HostileServer { peer, _ in peer.stayOpen() }
        defer { server.stop() }
        let client = HTTPClient()
        let request = Task { try await client.get(server.url) }
        await server.requests.wait(count: 1)
        client.invalidate()
        await #expect(throws: FetchFailure.interrupted) { try await request.value }
    }
}

@Suite(.timeLimit(.minutes(5))) struct HTTPClientFailureTests {
    @Test func aClosedPortIsUnreachable() async throws {
        try await HostileServer.withoutServer { url in
            _ = await #expect(throws: FetchFailure.unreachable) { try await HTTPClient().get(url) }
        }
    }

    @Test func anUnknownHostIsUnreachable() async throws {
        let url = try #require(URL(string: "http://no-such-host.invalid/"))
        await #expect(throws: FetchFailure.unreachable) { try await HTTPClient().get(url) }
    }

    @Test func aServerThatDoesNotSpeakTLSDoesNotHang() async throws {
        let server = try HostileServer { _, _ in }
        defer { server.stop() }
        let url = try #require(URL(string: "https://127.0.0.1:\(server.port)/"))
        let limits = HTTPLimits(deadline: .milliseconds(200))
        await #expect(throws: FetchFailure.self) { try await HTTPClient().get(url, limits: limits) }
    }

    @Test(arguments: [
        "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n[",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\n[[[\r\n",
        "", "HT", "HTTP/1.1 200",
    ])
    func whatIsNotAWholeAnswerIsInterrupted(answer: String) async throws {
        await #expect(throws: FetchFailure.interrupted) { try await fetch { peer, _ in peer.send(answer) } }
    }

    @Test(arguments: [
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n[]\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n[]", "HTTP/1.1\r\n\r\n", "HTTP/1.1 abc\r\n\r\n",
        "HTTP/1.1 99999 X\r\n\r\n", "HTTP/9.9 200 OK\r\n\r\n", "hello\r\n\r\n", "\u{1}\u{2}\u{3}",
    ])
    func whatIsNotHTTPIsToldAsThat(answer: String) async throws {
        await #expect(throws: FetchFailure.notHTTP) { try await fetch { peer, _ in peer.send(answer) } }
    }

    @Test func garbageIsNotHTTP() async throws {
        let garbage = (0..<10_000).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ 128) }
        await #expect(throws: FetchFailure.notHTTP) { try await fetch { peer, _ in peer.send(garbage) } }
    }

    @Test func aKeptConnectionOnWhichStrayBytesArriveIsReplaced() async throws {
        let server = try HostileServer { peer, _ in
            peer.answer(body: "first")
            guard peer.readRequest() != nil else { return }
            // What a server still had to say of the answer before.
            peer.send(" HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nstray")
        }
        defer { server.stop() }
        let client = HTTPClient()
        defer { client.invalidate() }
        for _ in 0..<3 { #expect(try await client.get(server.url).body == Data("first".utf8)) }
    }

    @Test(arguments: ["", "HTTP/1.1 200 OK\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n["])
    func aResetIsInterrupted(before: String) async throws {
        await #expect(throws: FetchFailure.interrupted) {
            try await fetch { peer, _ in
                peer.send(before)
                peer.resetOnClose()
            }
        }
    }

    @Test func aFloodOfHeadersEnds() async throws {
        let line = "X-Flood: " + String(repeating: "y", count: 1_000) + "\r\n"
        await #expect(throws: FetchFailure.tooLarge(limit: 80 << 10)) {
            try await fetch { peer, _ in
                peer.send("HTTP/1.1 200 OK\r\n")
                while peer.send(line) {}
            }
        }
    }
}
