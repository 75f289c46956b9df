import Domain
import Foundation
import NIOConcurrencyHelpers
import ShopHTTP
import TestPeers
import TestSupport
import Testing

/// A group of several equivalent servers.
@Suite struct ServerGroupTests {
    /// A server that answers with its name and counts requests.
    private struct Named {
        let server: HostileServer
        let asked = NIOLockedValueBox(0)
        /// The heads of the requests, in lower case.
        let heads = NIOLockedValueBox<[String]>([])

        init(_ name: String, status: String = "200 OK") throws {
            server = try HostileServer { [asked, heads] peer, head in
                asked.withLockedValue { $0 += 1 }
                heads.withLockedValue { $0.append(head.lowercased()) }
                peer.answer(status, body: name)
            }
        }

        var base: String { server.url.description.trimmingSuffix("/") }
        var count: Int { asked.withLockedValue { $0 } }
    }

    /// The address of a server that has stopped.
    private func goneBase() throws -> String {
        let gone = try Named("gone")
        gone.server.stop()
        return gone.base
    }

    private func body(_ client: HTTPClient, _ base: String) async throws -> String {
        let url = try #require(URL(string: "\(base)/woowa/main"))
        return String(decoding: try await client.get(url).body, as: UTF8.self)
    }

    @Test func oneThatIsGoneIsLeftForTheNextAndNotTriedAgain() async throws {
        let gone = try goneBase()
        let second = try Named("second")
        defer { second.server.stop() }
        let client = HTTPClient(servers: ServerGroup([gone, second.base]))
        #expect(try await body(client, gone) == "second")
        #expect(try await body(client, gone) == "second")
        #expect(second.count == 2)
    }

    @Test func oneThatIsNotWellIsLeftToo() async throws {
        let (first, second) = (try Named("first", status: "503 Service Unavailable"), try Named("second"))
        defer { [first, second].forEach { $0.server.stop() } }
        let client = HTTPClient(servers: ServerGroup([first.base, second.base]))
        #expect(try await body(client, first.base) == "second")
        #expect(first.count == 1)
    }

    @Test func whatAllRefuseIsRefusedOnceByEach() async throws {
        let (first, second) = (
            try Named("first", status: "503 Service Unavailable"),
            try Named("second", status: "503 Service Unavailable")
        )
        defer { [first, second].forEach { $0.server.stop() } }
        let client = HTTPClient(servers: ServerGroup([first.base, second.base]))
        #expect(try await client.get(try #require(URL(string: "\(first.base)/woowa/main"))).status == 503)
        #expect(first.count == 1)
        #expect(second.count == 1)
    }

    @Test func whereAllAreGoneItIsSaid() async throws {
        let bases = [try goneBase(), try goneBase()]
        let client = HTTPClient(servers: ServerGroup(bases))
        await #expect(throws: FetchFailure.unreachable) { try await body(client, bases[0]) }
    }

    @Test func aChangeUnderAKeyThatBreaksOffIsAskedOfTheNextUnderTheSameKey() async throws {
        let keys = NIOLockedValueBox<[String]>([])
        let note: @Sendable (String) -> Void = { head in
            let line = head.split(separator: "\r\n").first { $0.lowercased().hasPrefix("idempotency-key:") }
            keys.withLockedValue { $0.append(String(line ?? "")) }
        }
        let first = try HostileServer { _, head in note(head) }
        let second = try HostileServer { peer, head in
            note(head)
            peer.answer("201 Created", body: "{}")
        }
        defer { [first, second].forEach { $0.stop() } }
        let bases = [first, second].map { $0.url.description.trimmingSuffix("/") }
        let client = HTTPClient(servers: ServerGroup(bases))
        let url = try #require(URL(string: "\(bases[0])/orders"))
        let call = HTTPCall(.post, url, headers: ["Idempotency-Key": "one"], body: Data("{}".utf8))
        #expect(try await client.send(call).status == 201)
        #expect(Set(keys.withLockedValue { $0.map { $0.lowercased() } }) == ["idempotency-key: one"])
    }

    @Test func aChangeWithoutAKeyIsNeverAskedOfTwo() async throws {
        let first = try HostileServer { _, _ in }
        let second = try Named("second")
        defer {
            first.stop()
            second.server.stop()
        }
        let base = first.url.description.trimmingSuffix("/")
        let client = HTTPClient(servers: ServerGroup([base, second.base]))
        let url = try #require(URL(string: "\(base)/orders"))
        await #expect(throws: FetchFailure.interrupted) { try await client.send(HTTPCall(.post, url, body: Data())) }
        #expect(second.count == 0)
    }

    @Test func whatMayHaveArrivedAtOneIsNotCalledUnreachableBecauseTheOtherIsGone() async throws {
        let first = try HostileServer { _, _ in }
        defer { first.stop() }
        let base = first.url.description.trimmingSuffix("/")
        let client = HTTPClient(servers: ServerGroup([base, try goneBase()]))
        let url = try #require(URL(string: "\(base)/orders"))
        let call = HTTPCall(.post, url, headers: ["Idempotency-Key": "one"], body: Data("{}".utf8))
        await #expect(throws: FetchFailure.interrupted) { try await client.send(call) }
    }

    @Test func aStreamIsOpenedAtTheNextWhereOneIsGoneOrNotWell() async throws {
        let (gone, sick) = (try goneBase(), try Named("sick", status: "503 Service Unavailable"))
        let third = try Named("third")
        defer { [sick, third].forEach { $0.server.stop() } }
        let client = HTTPClient(servers: ServerGroup([gone, sick.base, third.base]))
        let text = NIOLockedValueBox("")
        let head = try await client.stream(try #require(URL(string: "\(gone)/events")), idle: .seconds(20)) { part in
            if case .piece(let bytes) = part { text.withLockedValue { $0 += String(decoding: bytes, as: UTF8.self) } }
            return true
        }
        #expect(head.status == 200)
        #expect(text.withLockedValue { $0 } == "third")
    }

    @Test func otherAddressesAreLeftAlone() async throws {
        let other = try Named("other")
        defer { other.server.stop() }
        let client = HTTPClient(servers: ServerGroup([try goneBase(), try goneBase()]))
        #expect(try await body(client, other.base) == "other")
    }

    /// Whoever knows the token can name any guest.
    @Test(arguments: [1, 2]) func onlyTheServersOfTheGroupAreToldOfTheGuest(_ count: Int) async throws {
        let servers = try (0..<count).map { try Named("\($0)") }
        let other = try Named("other")
        defer { (servers + [other]).forEach { $0.server.stop() } }
        let guest = try #require(ForwardedGuest(at: "2001:db8::7", token: Secret("hunter2")))
        let client = HTTPClient(servers: ServerGroup(servers.map(\.base), guest: guest))
        _ = try await body(client, servers[0].base)
        _ = try await client.stream(try #require(URL(string: "\(servers[0].base)/events")), idle: .seconds(20)) { _ in
            true
        }
        _ = try await body(client, other.base)
        let told = servers[0].heads.withLockedValue { $0 }
        #expect(told.count == 2)
        for head in told {
            #expect(head.contains("\r\nforwarded: for=\"[2001:db8::7]\"\r\n"))
            #expect(head.contains("\r\nbanchan-guest-token: hunter2\r\n"))
        }
        let untold = other.heads.withLockedValue { $0 }
        #expect(untold.count == 1)
        #expect(untold.allSatisfy { !$0.contains("forwarded") && !$0.contains("hunter2") })
    }
}

extension String {
    fileprivate func trimmingSuffix(_ suffix: String) -> String {
        hasSuffix(suffix) ? String(dropLast(suffix.count)) : self
    }
}
