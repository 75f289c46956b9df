import Domain
import Foundation
import ShopClient
import ShopHTTP
import TestPeers
import TestSupport
import Testing

@Suite struct DetailSourceTests {
    private static let page = """
        {"hash": "H", "data": {"top_image": "/a.jpg", "thumb_images": ["/a.jpg", "/b.jpg"], "point": "52원",
        "product_description": "국물", "delivery_info": "새벽배송", "delivery_fee": "2,500원",
        "prices": ["7,000원", "6,500원"], "detail_section": []}}
        """

    /// Fetches a detail within `limits`, or the source's own limits if they are `nil`.
    private func detail(
        of hash: String = "H", limits: HTTPLimits? = .untimed(), from script: @escaping HostileServer.Script
    ) async throws -> (Result<DishDetail, FetchFailure>, [String]) {
        let server = try HostileServer(script: script)
        defer { server.stop() }
        let address = try ShopAddress("http://127.0.0.1:\(server.port)/base")
        let source =
            if let limits {
                DetailSource.http(client: HTTPClient(), address: { address }, limits: limits)
            } else {
                DetailSource.http(client: HTTPClient(), address: { address })
            }
        let result: Result<DishDetail, FetchFailure>
        do throws(FetchFailure) {
            result = .success(try await source.fetch(hash))
        } catch {
            result = .failure(error)
        }
        return (result, server.requests.all)
    }

    @Test func aPageComesFromBelowTheShopsAddress() async throws {
        let (result, requests) = try await detail { peer, _ in peer.answer(body: Self.page) }
        #expect(try result.get().price == Won(6_500))
        #expect(requests.first?.hasPrefix("GET /base/woowa/detail/H HTTP/1.1\r\n") == true)
    }

    @Test func whatAProxyChangedIsAPageAndThatOfAnotherDishIsNone() async throws {
        let (changed, _) = try await detail { peer, _ in peer.answer("203 Changed", body: Self.page) }
        #expect(try changed.get().price == Won(6_500))
        let (other, _) = try await detail(of: "HBDEF") { peer, _ in peer.answer(body: Self.page) }
        #expect(other == .failure(.body(.otherRecord)))
    }

    @Test(arguments: [
        ("a/b", "a%2Fb"), ("..", "%2E%2E"), ("a?b#c", "a%3Fb%23c"), ("한 글", "%ED%95%9C%20%EA%B8%80"),
        ("%2F", "%252F"), ("a\\b;c", "a%5Cb%3Bc"),
    ])
    func aHashIsOneSegmentOfThePathWhateverIsInIt(_ hash: String, _ segment: String) async throws {
        let (_, requests) = try await detail(of: hash) { peer, _ in peer.answer(body: Self.page) }
        #expect(requests.first?.hasPrefix("GET /base/woowa/detail/\(segment) HTTP/1.1\r\n") == true)
    }

    @Test func eachFailureIsToldAsWhatItIs() async throws {
        func failure(
            limits: HTTPLimits? = .untimed(), _ script: @escaping HostileServer.Script
        ) async throws -> FetchFailure? {
            guard case .failure(let failure) = try await detail(limits: limits, from: script).0 else { return nil }
            return failure
        }
        #expect(try await failure { peer, _ in peer.answer("404 Not Found") } == .status(404))
        #expect(try await failure { peer, _ in peer.answer("304 Not Modified") } == .status(304))
        #expect(
            try await failure { peer, _ in peer.answer(body: "<html>") }
                == .body(.foreign(item: nil, expected: .object, found: .page)))
        #expect(try await failure { peer, _ in peer.answer() } == .body(.empty))
        #expect(try await failure { _, _ in } == .interrupted)
        #expect(
            try await failure(limits: nil) { peer, _ in peer.answer(body: String(repeating: " ", count: 2 << 20)) }
                == .tooLarge(limit: 1 << 20))
    }

    @Test func withoutAnAddressOrAHashNothingIsAskedFor() async throws {
        let (result, requests) = try await detail(of: "") { peer, _ in peer.answer(body: Self.page) }
        #expect(result == .failure(.unreachable))
        #expect(requests.isEmpty)
        let nowhere = DetailSource.http(client: HTTPClient(), address: { nil })
        await #expect(throws: FetchFailure.unreachable) { try await nowhere.fetch("H") }
    }

    @Test func leavingEndsAFetchThatHangs() async throws {
        let server = try HostileServer { peer, _ in peer.stayOpen() }
        defer { server.stop() }
        let address = try ShopAddress(server.url.absoluteString)
        let source = DetailSource.http(client: HTTPClient(), address: { address })
        let fetch = Task { try await source.fetch("H") }
        await server.requests.wait(count: 1)
        fetch.cancel()
        await #expect(throws: FetchFailure.interrupted) { try await fetch.value }
    }
}
