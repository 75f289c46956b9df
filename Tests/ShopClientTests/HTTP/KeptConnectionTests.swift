import Domain
import Foundation
import NIOCore
import TestPeers
import TestSupport
import Testing

@testable import ShopHTTP

/// Connections that are kept alive for the next request.
@Suite struct KeptConnectionTests {
    private static let count = 8

    @Test func aServerThatWentAwayIsUnreachableHoweverManyOfItsConnectionsWereKept() async throws {
        let kept = try await KeptConnections(answersAgain: true)
        // The request is made before the client can notice that the connections were closed.
        let hasRequest = DispatchSemaphore(value: 0)
        kept.loader.loop.execute { hasRequest.wait() }
        kept.server.stop()
        let outcome = kept.fetch()
        hasRequest.signal()
        #expect(await outcome.value == .unreachable)
    }

    /// As behind a router that forgot its connections: the client learns of each only when it is used.
    @Test func aServerIsReachedHoweverManyKeptConnectionsAreUnusable() async throws {
        let kept = try await KeptConnections(answersAgain: false)
        #expect(await kept.fetch().value == nil)
        #expect(kept.requests.all.count == KeptConnectionTests.count + 2)
        #expect(kept.requests.all.last?.lowercased().contains("connection: close") == true)
    }

    /// Nobody could tell whether a server that closes a kept connection has read the change.
    @Test func aChangeIsNotSentOnAConnectionThatWasKept() async throws {
        let kept = try await KeptConnections(answersAgain: false)
        #expect(await kept.fetch(.post).value == nil)
        #expect(kept.requests.all.count == KeptConnectionTests.count + 1)
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

    /// A server and as many kept connections to it as `count` requests at once need.
    private struct KeptConnections {
        let server: LoopbackServer
        /// The heads of all requests.
        let requests = Record<String>()
        let loader = HTTPLoader(environment: [:])
        private let url: URL

        /// Unless the server `answersAgain`, it closes a connection at its second request.
        init(answersAgain: Bool) async throws {
            let areAllThere = DispatchSemaphore(value: 0)
            server = try LoopbackServer { [requests] peer in
                var isFirst = true
                while let head = peer.readRequest() {
                    requests.append(head)
                    guard isFirst || answersAgain else { return }
                    isFirst = false
                    areAllThere.wait()
                    peer.send(Array("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n[]".utf8))
                }
            }
            url = try #require(URL(string: "http://127.0.0.1:\(server.port)/"))
            let first = (0..<KeptConnectionTests.count).map { _ in fetch() }
            await requests.wait(count: KeptConnectionTests.count)
            // Those of the first requests, and one for a new connection.
            for _ in 0...KeptConnectionTests.count { areAllThere.signal() }
            for outcome in first { #expect(await outcome.value == nil) }
        }

        /// Begins a request before it returns. The value of the task is the failure, or `nil`.
        func fetch(_ method: HTTPCall.Method = .get) -> Task<FetchFailure?, Never> {
            let (loader, url) = (loader, url)
            return Task.immediate {
                do {
                    _ = try await loader.send(HTTPCall(method, url), limits: .untimed())
                    return nil
                } catch {
                    return error as? FetchFailure
                }
            }
        }
    }
}
