import Domain
import Foundation
import ShopClient
import ShopHTTP
import TestPeers
import TestSupport
import Testing

/// After an answer with `Retry-After` or 429 nobody asks earlier.
@Suite struct RequestHoldTests {
    /// Gets paths of a server one after the other, with a secret if they begin with "secret". Returns the failures that came
    /// without a request, and the paths of the requests.
    private func ask(
        _ paths: [String], _ script: @escaping HostileServer.Script
    ) async throws -> (held: [FetchFailure?], asked: [String]) {
        let server = try HostileServer(script: script)
        defer { server.stop() }
        let client = HTTPClient()
        defer { client.invalidate() }
        var held: [FetchFailure?] = []
        for path in paths {
            let url = try #require(URL(string: "http://127.0.0.1:\(server.port)/\(path)"))
            let headers = path.hasPrefix("secret") ? ["Authorization": "Bearer a"] : [:]
            do throws(FetchFailure) {
                _ = try await client.get(url, headers: headers, limits: .untimed())
                held.append(nil)
            } catch {
                held.append(error)
            }
        }
        return (held, server.requests.all.map { String($0.split(separator: " ")[1].dropFirst()) })
    }

    /// Whether it is a failure of that status with a delay up to so many seconds, and more than half of that.
    private func isLater(_ failure: FetchFailure?, _ status: Int, upTo seconds: Double) -> Bool {
        guard case .later(status, let after)? = failure else { return false }
        return (seconds / 2...seconds).contains(after / .seconds(1))
    }

    @Test func aURLThatIsBusyIsLeftAloneAndOthersAreNot() async throws {
        let (held, asked) = try await ask(["a", "a", "b", "a"]) { peer, head in
            let isBusy = head.hasPrefix("GET /a ")
            peer.answer(isBusy ? "503 Busy" : "200 OK", headers: isBusy ? ["Retry-After: 200"] : [], body: "[]")
        }
        #expect(asked == ["a", "b"])
        #expect(held[0] == nil)
        #expect(isLater(held[1], 503, upTo: 200))
        #expect(held[2] == nil)
        #expect(isLater(held[3], 503, upTo: 200))
    }

    @Test func aServerThatIsAskedTooOftenIsLeftAloneByWhoeverAskedLikeThat() async throws {
        let (held, asked) = try await ask(["a", "b", "secret", "secret/b"]) { peer, head in
            peer.answer(head.contains("Authorization") ? "200 OK" : "429 Slow", body: "[]")
        }
        #expect(asked == ["a", "secret", "secret/b"])
        #expect(isLater(held[1], 429, upTo: 30))
    }

    @Test func aDateIsADelayAndAVeryLongOneIsBounded() async throws {
        let date = Date(timeIntervalSinceNow: 100_000).httpText
        let (held, asked) = try await ask(["a", "a"]) { peer, _ in
            peer.answer("503 Busy", headers: ["Retry-After: \(date)"])
        }
        #expect(asked == ["a"])
        #expect(isLater(held[1], 503, upTo: 300))
    }

    @Test(arguments: ["", "-1", "soon", "0", "Wed, 21 Oct 2015 07:28:00 GMT"])
    func aDelayThatIsNoneIsNotWaitedFor(_ field: String) async throws {
        let (held, asked) = try await ask(["a", "a"]) { peer, _ in
            peer.answer("503 Busy", headers: ["Retry-After: \(field)"])
        }
        #expect(asked == ["a", "a"])
        #expect(held == [nil, nil])
    }

    @Test func aStreamIsNotOpenedEarlierEither() async throws {
        let server = try HostileServer { peer, _ in peer.answer("503 Busy", headers: ["Retry-After: 60"]) }
        defer { server.stop() }
        let client = HTTPClient()
        defer { client.invalidate() }
        let head = try await client.stream(server.url, idle: .seconds(250)) { _ in false }
        #expect(head.status == 503)
        await #expect(throws: FetchFailure.self) {
            try await client.stream(server.url, idle: .seconds(250)) { _ in false }
        }
        #expect(server.requests.count == 1)
    }

    @Test func aSectionTellsWhatTheServerAsksFor() async throws {
        let server = try HostileServer { peer, _ in peer.answer("429 Slow", headers: ["Retry-After: 60"]) }
        defer { server.stop() }
        let source = HTTPSectionSource(client: HTTPClient(), address: try ShopAddress(server.url.absoluteString))
        await #expect(throws: FetchFailure.later(status: 429, after: .seconds(60))) {
            try await source.fetch(SectionDefinition.menu[0], validator: nil)
        }
        await #expect(throws: FetchFailure.self) { try await source.fetch(SectionDefinition.menu[1], validator: nil) }
        #expect(server.requests.count == 1)
    }
}
