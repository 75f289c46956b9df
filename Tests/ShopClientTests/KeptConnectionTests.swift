import FaultyPeer
import Foundation
import NIOCore
import TestSupport
import Testing

@testable import ShopHTTP

/// Connections that are kept alive for the next request.
@Suite(.takingTurns) struct KeptConnectionTests {
    private static let count = 8

    @Test func aServerThatWentAwayIsUnreachableHoweverManyOfItsConnectionsWereKept() async throws {
        let requests = Record<String>()
        let areAllThere = DispatchSemaphore(value: 0)
        let server = try LoopbackServer { peer in
            while let head = peer.readRequest() {
                requests.append(head)
                areAllThere.wait()
                peer.send(Array("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n[]".utf8))
            }
        }
        let url = try #require(URL(string: "http://127.0.0.1:\(server.port)/"))
        let connections = HTTPConnections(environment: [:], connectTimeout: .seconds(10))
        let outcomes = Record<FetchFailure?>()
        func fetch() -> HTTPLoading {
            HTTPLoading(
                HTTPCall(.get, url), bounds: .init(bodyBytes: 1 << 20, idle: .seconds(20), deadline: .seconds(20)),
                connections: connections, budget: HTTPBudget(),
                receiver: .init(take: { _ in true }, end: { outcomes.append($0) }))
        }
        let first = (0..<KeptConnectionTests.count).map { _ in fetch() }
        await requests.wait(count: KeptConnectionTests.count)
        for _ in first { areAllThere.signal() }
        await outcomes.wait(count: KeptConnectionTests.count)
        #expect(outcomes.all.allSatisfy { $0 == nil })

        // The request is made before the client can notice that the connections were closed.
        let hasRequest = DispatchSemaphore(value: 0)
        connections.loop.execute { hasRequest.wait() }
        server.stop()
        let last = fetch()
        hasRequest.signal()
        await outcomes.wait(count: KeptConnectionTests.count + 1)
        #expect(outcomes.all.last == .unreachable)
        withExtendedLifetime(last) {}
    }

    @Test func aChangeThatMayHaveArrivedIsNotToldAsUnreachableWhenTheServerGoesAway() async throws {
        let stop = Watched<(@Sendable () -> Void)?>(nil)
        let server = try LoopbackServer { peer in
            guard let head = peer.readRequest(), peer.readWholeBody(of: head) != nil else { return }
            stop.value?()
        }
        stop.change { $0 = { server.stop() } }
        let url = try #require(URL(string: "http://127.0.0.1:\(server.port)/"))
        let change = HTTPCall(.post, url, headers: ["Idempotency-Key": UUID().uuidString], body: Data("{}".utf8))
        await #expect(throws: FetchFailure.interrupted) { try await HTTPClient().send(change) }
        stop.change { $0 = nil }
    }
}
