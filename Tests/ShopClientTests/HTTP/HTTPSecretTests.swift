import Domain
import Foundation
import TestPeers
import TestSupport
import Testing

@testable import ShopHTTP

/// Which redirects a request follows, and where its secrets must not be sent.
@Suite struct HTTPSecretTests {
    private static let statuses = [
        "301 Moved", "302 Found", "303 See Other", "307 Temporary", "308 Permanent",
    ]
    private static let secrets = ["Authorization": "Bearer x", "Banchan-Session": "1", "cookie": "a=b"]

    @Test(arguments: statuses, secrets.keys.sorted())
    func aSecretIsNeverCarriedElsewhere(status: String, header: String) async throws {
        let other = try HostileServer { peer, _ in peer.answer(body: "thanks") }
        defer { other.stop() }
        let server = try HostileServer { peer, _ in peer.answer(status, headers: ["Location: \(other.url)"]) }
        defer { server.stop() }
        let headers = [header: Self.secrets[header] ?? ""]
        await #expect(throws: FetchFailure.redirected) { try await HTTPClient().get(server.url, headers: headers) }
        await #expect(throws: FetchFailure.redirected) {
            try await HTTPClient().stream(server.url, headers: headers, idle: .seconds(5)) { _ in true }
        }
        #expect(other.requests.count == 0)
    }

    @Test(arguments: statuses) func aChangeIsMadeWhereItWasSentOnly(status: String) async throws {
        let other = try HostileServer { peer, _ in peer.answer(body: "thanks") }
        defer { other.stop() }
        let server = try HostileServer { peer, _ in peer.answer(status, headers: ["Location: \(other.url)"]) }
        defer { server.stop() }
        let call = HTTPCall(.post, server.url, headers: ["Idempotency-Key": "k"], body: Data("{}".utf8))
        await #expect(throws: FetchFailure.redirected) { try await HTTPClient().send(call) }
        #expect(other.requests.count == 0)
    }

    @Test(arguments: [
        ("http://a/", "https://b/x", "https://b/x"), ("http://a/b/c", "d", "http://a/b/d"),
        ("http://a/b", "//c/d", "http://c/d"), ("http://a/", "//[::1]/x", "http://[::1]/x"),
        ("https://a/", "https://b/", "https://b/"), ("https://a/", "/b", "https://a/b"),
    ])
    func anAddressIsReadRelativeToTheOneThatAnswered(from: String, location: String, to: String) throws {
        let call = HTTPCall(.get, try #require(URL(string: from)))
        let answer = HTTPAnswer(status: 302, headers: ["location": location], body: Data())
        #expect(try call.next(after: answer)?.url.absoluteString == to)
    }

    @Test(arguments: [
        ("https://a/", "http://a/"), ("https://a/", "HTTP://b/"), ("http://a/", "ftp://b/"), ("http://a/", ""),
        ("http://a/", "http://user:word@b/"), ("http://a/", "http:///b"), ("http://a/", "http+unix://socket/b"),
        ("http://a/", "http://b:99999/"), ("http://a/", "http://b:0/"),
    ])
    func whatGivesUpEncryptionOrIsNotHTTPIsNotFollowed(from: String, location: String) throws {
        let call = HTTPCall(.get, try #require(URL(string: from)))
        let answer = HTTPAnswer(status: 302, headers: ["location": location], body: Data())
        #expect(throws: FetchFailure.redirected) { try call.next(after: answer) }
    }

    @Test func aRedirectToTheSameMachineByItsOtherNameIsHarmless() async throws {
        let server = try HostileServer { peer, _ in
            peer.answer("302 Found", headers: ["Location: //[::1]:1/x"], body: "elsewhere")
        }
        defer { server.stop() }
        await #expect(throws: FetchFailure.unreachable) { try await HTTPClient().get(server.url) }
    }
}
