import Domain
import Foundation
import HTTPTypes
import NIOConcurrencyHelpers
import ShopHTTP
import ShopResources
import Storage
import TestSupport
import Testing

@testable import ShopServer

/// Content that is answered from the cache, on the connection's event loop. The answers equal those of the ordinary
/// route, and are never older than the request.
@Suite struct ResponseCacheTests {
    /// A path with an empty query, which is never cached.
    private static let ordinary = "woowa/side?"
    /// A request that ends its connection. Such a request is not answered from the cache itself.
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
        try await withOrderingShop { shop in
            try FileManager.default.createDirectory(
                at: shop.directory.appending(path: "pictures"), withIntermediateDirectories: false)
            try shop.write("a picture", to: "pictures/a.jpg")
            func answer(_ path: String) async throws -> [String] {
                let asked = request.replacing(" / ", with: " /\(path) ") + "Host: localhost\r\n\r\n\(body)"
                return try await lines(of: asked + last, at: shop.url)
            }
            for path in ["woowa/side", "woowa/detail/H0001", "pictures/a.jpg", "juice/menu", "juice/fruits"] {
                // From the second one on, it is cached.
                for _ in 0..<3 {
                    let cached = try await answer(path)
                    #expect(cached.first?.hasPrefix("HTTP/1.1 ") == true)
                    #expect(try await answer(path + "?") == cached)
                }
            }
        }
    }

    @Test func aLastRequestEndsItsConnectionAndNothingBehindItIsAnswered() async throws {
        let counted = NIOLockedValueBox(0)
        let request = "GET /woowa/side HTTP/1.1\r\nHost: localhost\r\n"
        try await withServer(onRequest: { _ in counted.withLockedValue { $0 += 1 } }) { server in
            _ = try await ask(server, "woowa/side")
            let answers = try await lines(of: request + "Connection: close\r\n\r\n" + request + "\r\n", at: server)
            #expect(answers.count { $0.hasSuffix("HTTP/1.1 200 OK") } == 1)
            #expect(counted.withLockedValue(\.self) == 2)
        }
    }

    @Test func theyHaveTheirRequestsIDAndAreDated() async throws {
        let request = "GET /woowa/side HTTP/1.1\r\nHost: localhost\r\nX-Request-Id: mine\r\n\r\n"
        let answer = try await withServer { server in
            _ = try await ask(server, "woowa/side")
            return try await RawConnection.exchange(with: server, request + last)
        }
        #expect(answer["X-Request-Id"] == "mine")
        let date = try #require(answer["Date"].flatMap { Date(httpText: $0) })
        #expect(abs(date.timeIntervalSinceNow) < 60)
    }

    @Test func theyAreCountedByRouteAndStatus() async throws {
        try await withOrderingShop { shop in
            let tag = try #require(try await ask(shop.url, "woowa/side")["ETag"])
            for _ in 0..<3 { _ = try await ask(shop.url, "woowa/side", fields: ["If-None-Match": tag]) }
            let request = "HEAD /woowa/side HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
            _ = try await RawConnection.exchange(with: shop.url, request)
            let text = String(decoding: try await shop.keep("metrics").body, as: UTF8.self)
            let name = MetricFamily.requests.name
            let labels =
                [#"GET",route="/woowa/{section}",status="200"} 1"#, #"GET",route="/woowa/{section}",status="304"} 3"#]
                + [#"HEAD",route="/woowa/{section}",status="200"} 1"#]
            for labels in labels { #expect(text.contains("\n\(name){method=\"\(labels)\n")) }
            let seconds = "\(MetricFamily.requestSeconds.name)_count{method=\"GET\",route=\"/woowa/{section}\"} 4\n"
            #expect(text.contains(seconds))
        }
    }

    @Test func whileNothingChangesNothingIsRead() async throws {
        let readings = NIOLockedValueBox(0)
        try await withOrderingShop(configure: { configuration in
            configuration.store = configuration.store.map { CountedStore(store: $0, readings: readings) }
            configuration.cacheLifetime = .seconds(3_600)
        }) { shop in
            try await shop.settled()
            let paths = SectionID.menu.map(\.path) + ["woowa/detail/H0001", "juice/menu", "juice/fruits"]
            func readAll() async throws -> Int {
                for path in paths { #expect(try await ask(shop.url, path).status == 200) }
                return readings.withLockedValue(\.self)
            }
            // The files are read again soon after the start, which empties the cache once more.
            try await wait { try await readAll() == readAll() }
            let before = readings.withLockedValue(\.self)
            // The server does not know which content a change concerns, so it reads after any change.
            try await shop.store.transaction { try $0.change([.fruits]) }
            #expect(try await readAll() > before)
        }
    }

    @Test func whatIsDifferentForOthersOrLaterIsNotCached() async throws {
        var configuration = ShopServer.Configuration(resources: try ShopResources.directory())
        configuration.store = InMemoryStore()
        configuration.keeperToken = Secret(OrderingShop.token)
        configuration.cacheLifetime = .seconds(3_600)
        let server = try ShopServer(configuration)
        let running = RunningServer(server)
        let url = try await running.url
        try await OrderingShop(url: url, store: try #require(configuration.store), directory: configuration.resources)
            .settled(9)
        let fields = ["Banchan-Session": UUID().uuidString, "Authorization": "Bearer \(OrderingShop.token)"]
        let expected = ["/juice/fruits", "/juice/menu", "/sprites/1.png", "/woowa/detail/HBDEF", "/woowa/side"]
        let routes = server.routes(of: nil).allowed.filter { $0.value.contains(.get) && $0.key != EventHub.path }.keys
        let paths = routes.map { path in
            let names = [
                "/sprites/:file": "1.png", "/dishes/:hash": "HBDEF", "/woowa/detail/:hash": "HBDEF",
                "/woowa/:section": "side",
            ]
            return path.replacing(/:[a-z]+/) { _ in names[path] ?? "1" }
        }
        // Once the files have been read again, nothing empties the cache.
        try await wait {
            for path in paths {
                for fields in [[:], fields] { _ = try await ask(url, String(path.dropFirst()), fields: fields) }
                #expect(Set(server.cache.targets).isSubset(of: expected))
            }
            return server.cache.targets.sorted() == expected
        }
        try await running.stop()
    }

    private static let section = "GET /woowa/side HTTP/1.1\r\nHost: localhost\r\n\r\n"

    /// Returns a request of the keeper that sets the price of a dish.
    fileprivate static func change(of dish: Dish, to price: Int) -> String {
        let body = "{\"title\": \"\(dish.title)\", \"price\": \(price)}"
        return "PUT /dishes/\(dish.detailHash)/price HTTP/1.1\r\nHost: localhost\r\nIdempotency-Key: \(UUID())\r\n"
            + "Authorization: Bearer \(OrderingShop.token)\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
    }

    @Test func aChangeOfAnotherProgramIsSeenWithinMilliseconds() async throws {
        try await withOrderingShop(configure: { $0.cacheLifetime = .seconds(3_600) }) { shop in
            try await shop.settled()
            let guest = try RawConnection(to: shop.url)
            let other = try SQLiteStore(at: shop.directory.appending(component: "shop.sqlite").path)
            let catalog = DishCatalog(
                try MenuFiles(resources: shop.directory), resources: shop.directory, shop: .ofTests, store: other,
                days: ShopDays(of: .ofTests) { .now })
            var times: [Duration] = []
            for price in 1...30 {
                _ = try await guest.serves(price: price)
                _ = try await other.transaction { transaction in
                    try catalog.change("H0002", nil, in: transaction) { change, _ in change.price = Won(price) }
                }
                let begin = ContinuousClock.now
                try await wait { try await guest.serves(price: price) }
                times.append(ContinuousClock.now - begin)
            }
            let median = times.sorted()[times.count / 2]
            print("a change of another program until it is served: \(median) median of \(times.count)")
            // A few milliseconds if the machine is otherwise idle.
            #expect(median < .seconds(1))
            await other.close()
        }
    }

    @Test func aChangeThatNobodyTellsIsSeenAfterALifetime() async throws {
        try await withOrderingShop(configure: { configuration in
            configuration.store = configuration.store.map { UnwatchedStore(store: $0) }
            configuration.cacheLifetime = .milliseconds(50)
        }) { shop in
            let guest = try RawConnection(to: shop.url)
            for price in 1...5 {
                _ = try await guest.serves(price: price)
                try await shop.setPrice(price)
                try await wait { try await guest.serves(price: price) }
            }
        }
    }

    /// A stream looks at the store by itself, and may find a change before the cache is told of it.
    @Test func whoHearsOfAChangeIsServedIt() async throws {
        var rules = EventRules()
        rules.heartbeat = .milliseconds(5)
        try await withOrderingShop(
            events: rules,
            configure: { configuration in
                configuration.store = configuration.store.map { UnwatchedStore(store: $0) }
                configuration.cacheLifetime = .seconds(3_600)
            }
        ) { shop in
            try await shop.settled()
            let (guest, probe) = (try RawConnection(to: shop.url), try await EventProbe(to: shop.url))
            for price in 1...5 {
                _ = try await guest.serves(price: price)
                try await shop.setPrice(price)
                try await probe.passes(.side, version: price + 1)
                #expect(try await guest.serves(price: price))
            }
        }
    }

    @Test func aClientsLimitsHoldForThem() async throws {
        let section = "GET /woowa/side HTTP/1.1\r\nHost: localhost\r\n"
        try await withOrderingShop(configure: { ($0.limits.requests, $0.limits.connections) = (1, 2) }) { shop in
            // One turn suffices, because pipelined requests are answered one after the other.
            _ = try await RawConnection.exchange(with: shop.url, section + "Connection: close\r\n\r\n")
            let first = try RawConnection(to: shop.url)
            try await first.send(String(repeating: section + "\r\n", count: 20) + section + "Connection: close\r\n\r\n")
            let text = String(decoding: try await first.receive(), as: UTF8.self)
            #expect(text.ranges(of: "HTTP/1.1 200 OK").count == 21)
        }
        try await withOrderingShop(configure: { $0.limits.connections = 1 }) { shop in
            let open = try RawConnection(to: shop.url)
            for _ in 0..<2 { _ = try await open.serves(price: 3_900) }
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
        let expected = path == nil ? "" : "HTTP/1.1 200 OK"
        var (timeout, line) = (Duration.milliseconds(20), "")
        // A busy machine may take longer than the timeout until it asks.
        repeat {
            line = try await statusLine(of: path, idleTimeout: timeout)
            timeout *= 10
        } while line != expected && timeout <= .seconds(20)
        #expect(line == expected)
    }

    /// Returns the status line of the answer to a request for `path`, once the connection has been closed.
    private func statusLine(of path: String?, idleTimeout: Duration) async throws -> String {
        var configuration = ShopServer.Configuration(resources: try ShopResources.directory())
        configuration.idleTimeout = idleTimeout
        return try await withServer(configuration) { server in
            let connection = try RawConnection(to: server)
            if let path { try await connection.send("GET /\(path) HTTP/1.1\r\nHost: localhost\r\n\r\n") }
            return String(RawAnswer(try await connection.receive()).statusLine)
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

    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any StoreReader) throws -> Value
    ) async throws -> Value {
        readings.withLockedValue { $0 += 1 }
        return try await store.read(body)
    }
}

/// A store whose changes nobody tells.
private struct UnwatchedStore: ForwardingStore {
    private struct Watch: ChangeWatch {
        func cancel() {}
    }

    let store: any Store

    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any StoreReader) throws -> Value
    ) async throws -> Value { try await store.read(body) }

    func watchChanges(_ onChange: @escaping @Sendable () -> Void) -> any ChangeWatch { Watch() }
}

extension RawConnection {
    /// Returns whether the spinach has that price in the section that is served now.
    fileprivate func serves(price: Int) async throws -> Bool {
        let answer = RawAnswer(
            try await onOwnThread { [self] in try ask("GET /woowa/side HTTP/1.1\r\nHost: localhost\r\n\r\n") })
        return try Data(answer.body).contains(price: price)
    }
}

extension OrderingShop {
    /// Sets the price of the spinach as the keeper.
    fileprivate func setPrice(_ price: Int) async throws {
        let answer = try await onOwnThread {
            try RawConnection(to: url).ask(ResponseCacheTests.change(of: OrderingShop.spinach, to: price))
        }
        try #require(RawAnswer(answer).statusLine == "HTTP/1.1 200 OK")
    }
}

extension Data {
    /// Whether this is a section in which the spinach has that price.
    fileprivate func contains(price: Int) throws -> Bool {
        try SectionBody.decode(self, as: Dish.self).first { $0.detailHash == "H0002" }?.price == Won(price)
    }
}
