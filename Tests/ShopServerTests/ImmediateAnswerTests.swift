import Domain
import Foundation
import NIOConcurrencyHelpers
import ShopResources
import Storage
import TestSupport
import Testing

@testable import ShopServer

/// Sections that are answered on the connection's event loop. Their answers equal those of the ordinary route, and are
/// never older than the request.
@Suite(.takingTurns) struct ImmediateAnswerTests {
    /// A path with an empty query, which makes the route's own task answer the same section.
    private static let ordinary = "woowa/side?"
    /// A request that ends its connection. Such a request is not answered immediately itself.
    private let last = "GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"

    @Test(arguments: [
        "GET / HTTP/1.1\r\n", "HEAD / HTTP/1.1\r\n", "GET / HTTP/1.1\r\nAccept-Encoding: gzip\r\n",
        "HEAD / HTTP/1.1\r\nAccept-Encoding: gzip;q=0.5\r\n", "GET / HTTP/1.1\r\nIf-None-Match: *\r\n",
        "HEAD / HTTP/1.1\r\nIf-None-Match: *\r\n", "GET / HTTP/1.1\r\nIf-None-Match: \"other\"\r\n",
        "GET / HTTP/1.0\r\n",
        "GET / HTTP/1.1\r\nConnection: keep-alive\r\n", "GET / HTTP/1.1\r\nContent-Length: 2\r\n",
    ])
    func theyAreTheOrdinaryOnesByteForByte(_ request: String) async throws {
        let body = request.contains("Content-Length") ? "{}" : ""
        try await withServer { server in
            func answer(_ path: String) async throws -> [String] {
                let asked = request.replacing(" / ", with: " /\(path) ") + "Host: localhost\r\n\r\n\(body)"
                return try await lines(of: asked + last, at: server)
            }
            let immediate = try await answer("woowa/side")
            #expect(immediate.first?.hasPrefix("HTTP/1.1 ") == true)
            #expect(try await answer(ImmediateAnswerTests.ordinary) == immediate)
        }
    }

    @Test func aLastRequestEndsItsConnectionAndNothingBehindItIsAnswered() async throws {
        let counted = NIOLockedValueBox(0)
        let request = "GET /woowa/side HTTP/1.1\r\nHost: localhost\r\n"
        try await withServer(onRequest: { _ in counted.withLockedValue { $0 += 1 } }) { server in
            let answers = try await lines(of: request + "Connection: close\r\n\r\n" + request + "\r\n", at: server)
            #expect(answers.count { $0.hasSuffix("HTTP/1.1 200 OK") } == 1)
            #expect(counted.withLockedValue(\.self) == 1)
        }
    }

    @Test func theyHaveTheirRequestsIDAndAreDated() async throws {
        let request = "GET /woowa/side HTTP/1.1\r\nHost: localhost\r\nX-Request-Id: mine\r\n\r\n"
        let answer = try await withServer { try await RawConnection.exchange(with: $0, request + last) }
        #expect(answer["X-Request-Id"] == "mine")
        let date = try #require(answer["Date"].flatMap { Date(httpText: $0) })
        #expect(abs(date.timeIntervalSinceNow) < 60)
    }

    @Test func theyAreCountedByRouteAndStatus() async throws {
        try await withOrderingShop { shop in
            let tag = try #require(try await ask(shop.url, "woowa/side")["ETag"])
            for _ in 0..<3 { _ = try await ask(shop.url, "woowa/side", fields: ["If-None-Match": tag]) }
            _ = try await ask(shop.url, "woowa/side", method: "HEAD")
            let text = String(decoding: try await shop.keep("metrics").body, as: UTF8.self)
            let name = MetricFamily.requests.name
            let labels =
                [#"GET",route="/woowa/side",status="200"} 1"#, #"GET",route="/woowa/side",status="304"} 3"#]
                + [#"HEAD",route="/woowa/side",status="200"} 1"#]
            for labels in labels { #expect(text.contains("\n\(name){method=\"\(labels)\n")) }
            let seconds = "\(MetricFamily.requestSeconds.name)_count{method=\"GET\",route=\"/woowa/side\"} 4\n"
            #expect(text.contains(seconds))
        }
    }

    @Test func whileNothingChangesNothingIsRead() async throws {
        let readings = NIOLockedValueBox(0)
        try await withOrderingShop(configure: { configuration in
            configuration.store = configuration.store.map { CountedStore(store: $0, readings: readings) }
        }) { shop in
            try await shop.settled()
            _ = try await ask(shop.url, "woowa/side")
            let before = readings.withLockedValue(\.self)
            for section in SectionID.menu { #expect(try await ask(shop.url, section.path).status == 200) }
            #expect(readings.withLockedValue(\.self) == before)
            // The server does not know which section a change concerns, so it reads after any change.
            try await shop.store.transaction { try $0.change([.fruits]) }
            _ = try await ask(shop.url, "woowa/side")
            #expect(readings.withLockedValue(\.self) == before + 1)
        }
    }

    @Test func aChangeIsSeenByWhoeverAsksAfterItWasAnswered() async throws {
        try await withOrderingShop { shop in
            try await shop.settled()
            let sameConnection = try RawConnection(to: shop.url)
            try await shop.another { other in
                for price in stride(from: 100, through: 2_000, by: 100) {
                    try await shop.setPrice(price)
                    for server in [shop, other] {
                        #expect(try await ask(server.url, "woowa/side").body.contains(price: price))
                    }
                    #expect(try await sameConnection.section().contains(price: price))
                }
            }
        }
    }

    @Test func aClientsLimitsHoldForThem() async throws {
        let section = "GET /woowa/side HTTP/1.1\r\nHost: localhost\r\n"
        try await withOrderingShop(configure: { ($0.limits.requests, $0.limits.connections) = (1, 2) }) { shop in
            // One turn suffices, because pipelined requests are answered one after the other.
            let first = try RawConnection(to: shop.url)
            try await first.send(String(repeating: section + "\r\n", count: 20) + section + "Connection: close\r\n\r\n")
            let text = String(decoding: try await first.receive(), as: UTF8.self)
            #expect(text.ranges(of: "HTTP/1.1 200 OK").count == 21)
        }
        try await withOrderingShop(configure: { $0.limits.connections = 1 }) { shop in
            let open = try RawConnection(to: shop.url)
            _ = try await open.section()
            let refused = try await RawConnection.exchange(with: shop.url, section + "\r\n")
            #expect(refused.statusLine.hasPrefix("HTTP/1.1 429 "))
        }
    }

    @Test func aWrongTokenIsCountedOnThemToo() async throws {
        try await withOrderingShop(configure: { $0.limits.wrongTokens = 2 }) { shop in
            _ = try await ask(shop.url, "woowa/side")
            var statuses: [Int] = []
            for _ in 0..<3 { statuses.append(try await shop.keep("woowa/side", token: "guess").status) }
            #expect(statuses == [200, 200, 429])
            #expect(try await ask(shop.url, "woowa/side").status == 200)
        }
    }

    @Test(arguments: ["woowa/side", ordinary, nil])
    func aConnectionOnWhichNothingMoreIsAskedIsClosed(_ path: String?) async throws {
        var configuration = ShopServer.Configuration(resources: try ShopResources.directory())
        configuration.idleTimeout = .milliseconds(20)
        try await withServer(configuration) { server in
            let connection = try RawConnection(to: server)
            if let path { try await connection.send("GET /\(path) HTTP/1.1\r\nHost: localhost\r\n\r\n") }
            let answer = RawAnswer(try await connection.receive())
            #expect(answer.statusLine == (path == nil ? "" : "HTTP/1.1 200 OK"))
        }
    }

    @Test func theAnswersOfAClientThatDoesNotReadDoNotPileUp() async throws {
        // More bytes per answer than the system buffers for a connection.
        let section = Data("[".utf8) + Data(repeating: UInt8(ascii: " "), count: 8 << 20) + Data("]".utf8)
        let (count, counted) = (20, NIOLockedValueBox(0))
        try await withShop(replacing: [.main: section]) { directory in
            try await withServer(resources: directory, onRequest: { _ in counted.withLockedValue { $0 += 1 } }) {
                server in
                let connection = try RawConnection(to: server, receiveBuffer: 4_096)
                let request = "GET /woowa/main HTTP/1.1\r\nHost: localhost\r\n\r\n"
                try await connection.send(String(repeating: request, count: count))
                for _ in 0..<3 {
                    _ = try await connection.receive(atLeast: section.count)
                    #expect(counted.withLockedValue(\.self) < 3 + 3)
                }
            }
        }
    }

    @Test func theMenuOfTheLastKnownPricesIsServedWithoutItsStoreAndTheNewOnesWithIt() async throws {
        try await withOrderingShop { shop in
            try await shop.setPrice(100)
            #expect(try await ask(shop.url, "woowa/side").body.contains(price: 100))
            try shop.moveStoreAway()
            #expect(try await ask(shop.url, "woowa/side").body.contains(price: 100))
            try shop.moveStoreBack()
            try await wait { try await ask(shop.url, "ready").status == 200 }
            try await shop.setPrice(200)
            #expect(try await ask(shop.url, "woowa/side").body.contains(price: 200))
        }
    }

    /// Returns the lines of all responses, without the fields that differ each time.
    private func lines(of requests: String, at server: URL) async throws -> [String] {
        let connection = try RawConnection(to: server)
        try await connection.send(requests)
        // Converted byte by byte, because compressed bodies are not valid UTF-8.
        let text = String(String.UnicodeScalarView(try await connection.receive().map { Unicode.Scalar($0) }))
        return text.split(separator: "\r\n", omittingEmptySubsequences: false).map(String.init)
            .filter { !$0.hasPrefix("Date: ") && !$0.hasPrefix("X-Request-Id: ") }
    }
}

/// A store that counts reads.
private struct CountedStore: ForwardingStore {
    let store: any Store
    let readings: NIOLockedValueBox<Int>

    var mark: StoreMark? { store.mark }

    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any StoreReader) throws -> Value
    ) async throws -> Value {
        readings.withLockedValue { $0 += 1 }
        return try await store.read(body)
    }
}

extension RawConnection {
    /// Returns the body of a section that is requested on this connection.
    fileprivate func section() async throws -> Data {
        try await send("GET /woowa/side HTTP/1.1\r\nHost: localhost\r\n\r\n")
        var bytes = try await receive(atLeast: 1)
        while true {
            let answer = RawAnswer(bytes)
            let length = answer["Content-Length"].flatMap { Int($0) }
            if let length, answer.body.count >= length { return Data(answer.body) }
            bytes += try await receive(atLeast: 1)
        }
    }
}

extension OrderingShop {
    /// Sets the price of the spinach as the keeper.
    fileprivate func setPrice(_ price: Int) async throws {
        let fields = ["Idempotency-Key": UUID().uuidString, "Authorization": "Bearer \(OrderingShop.token)"]
        let body = try JSONEncoder().encode(DishPrice(title: OrderingShop.spinach.title, Won(price)))
        let reply = try await ask(url, "dishes/H0002/price", method: "PUT", fields: fields, body: body)
        #expect(reply.status == 200)
    }
}

extension Data {
    /// Whether this is a section in which the spinach has that price.
    fileprivate func contains(price: Int) throws -> Bool {
        try SectionBody.decode(self, as: Dish.self).first { $0.detailHash == "H0002" }?.price == Won(price)
    }
}
