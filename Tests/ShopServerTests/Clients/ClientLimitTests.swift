import Domain
import Foundation
import ShopResources
import TestSupport
import Testing

@testable import ShopServer

@Suite struct ClientLimitTests {
    private static let health = "GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n"

    @Test func aGuestIsAnsweredWhileOthersSendThousandsOfRequestsAtOnce() async throws {
        let heard = Watched(0)
        let (times, all) = try await withServer(onRequest: { _ in heard.change { $0 += 1 } }) { server in
            let beginning = ContinuousClock.now
            var attackers: [RawConnection] = []
            for _ in 0..<10 {
                let attacker = try RawConnection(to: server)
                try await attacker.send(String(repeating: ClientLimitTests.health, count: 100))
                attackers.append(attacker)
            }
            let guest = try RawConnection(to: server)
            var times: [Duration] = []
            for _ in 0..<5 {
                times.append(
                    try await ContinuousClock().measure {
                        try await guest.send(ClientLimitTests.health)
                        _ = try await guest.receive(atLeast: 1)
                    })
            }
            await heard.wait { $0 == 1_005 }
            withExtendedLifetime(attackers) {}
            return (times, .now - beginning)
        }
        // Behind the attackers, the guest would have to wait until all their requests are answered, which takes
        // seconds.
        let slowest = try #require(times.max())
        #expect(slowest * 2 < all)
    }

    @Test func whatAClosedConnectionStillAskedIsDropped() async throws {
        let heard = Watched(0)
        try await withServer(onRequest: { path in heard.change { $0 += path == "/health" ? 1 : 0 } }) { server in
            var connection: RawConnection? = try RawConnection(to: server)
            try await connection?.send(String(repeating: ClientLimitTests.health, count: 2_000))
            _ = try await connection?.receive(atLeast: 1)
            connection = nil
            // One pipelined request is answered every two milliseconds, so another would have been answered during
            // these.
            var before: Int
            repeat {
                before = heard.value
                for _ in 0..<30 { _ = try await ask(server, "woowa/main") }
            } while heard.value > before
        }
        #expect(heard.value < 2_000)
    }

    @Test func moreConnectionsThanOneClientMayHaveAreRefused() async throws {
        try await withLimits({ $0.connections = 3 }) { server in
            try await ClientLimitTests.expectRefusal(429, beyond: 3, at: server)
        }
    }

    @Test func moreConnectionsThanAllMayHaveAreRefused() async throws {
        try await withLimits({ $0.allConnections = 1 }) { server in
            try await ClientLimitTests.expectRefusal(503, beyond: 1, at: server)
        }
    }

    @Test func aHeadThatDoesNotEndIsRefusedInTime() async throws {
        try await withLimits({ $0.headSeconds = 1 }) { server in
            let answer = try await RawConnection.exchange(with: server, "GET /health HTTP/1.1\r\nHost: loc")
            #expect(answer.statusLine.hasPrefix("HTTP/1.1 408"))
        }
    }

    @Test func aBodyThatDoesNotEndIsRefusedInTime() async throws {
        try await withLimits({ $0.bodySeconds = 1 }) { server in
            let head = "POST /orders HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n"
            let answer = try await RawConnection.exchange(with: server, head + "{")
            #expect(answer.statusLine.hasPrefix("HTTP/1.1 408"))
        }
    }

    @Test func aBodyThatBeginsInTheBytesOfAWholeRequestIsRefusedInTimeToo() async throws {
        try await withLimits({ $0.bodySeconds = 1 }) { server in
            let whole = "GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n"
            let begun = "POST /orders HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n{"
            let connection = try RawConnection(to: server)
            try await connection.send(whole + begun)
            let received = try await connection.receive()
            let answers = String(decoding: received, as: UTF8.self)
            #expect(answers.hasPrefix("HTTP/1.1 200"))
            #expect(answers.contains("HTTP/1.1 408"))
        }
    }

    @Test(arguments: [
        health, "POST /orders HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\n{\n\n}\n",
        "POST /orders HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{\r\n0\r\n\r\n",
    ])
    func aHeadThatBeginsInTheBytesOfAWholeRequestIsRefusedInTimeToo(_ whole: String) async throws {
        try await withLimits({ $0.headSeconds = 1 }) { server in
            let answers = try await answers(to: whole + "GET /hea", at: server)
            #expect(answers.contains("HTTP/1.1 408"))
            #expect(answers.components(separatedBy: "HTTP/1.1 ").count == 3)
        }
    }

    @Test func aHeadOnAKeptConnectionHasItsTimeFromItsFirstByteOn() async throws {
        try await withLimits({ $0.headSeconds = 1 }) { server in
            let connection = try RawConnection(to: server)
            for _ in 0..<2 {
                try await connection.send(ClientLimitTests.health)
                _ = try await connection.receive(atLeast: 1)
            }
            try await connection.send("G")
            #expect(RawAnswer(try await connection.receive()).statusLine.hasPrefix("HTTP/1.1 408"))
        }
    }

    @Test func aConnectionOnWhichNothingBeganIsNotLate() async throws {
        try await withLimits({ $0.headSeconds = 1 }) { server in
            let kept = try RawConnection(to: server)
            try await kept.send(ClientLimitTests.health)
            _ = try await kept.receive(atLeast: 1)
            // The kept connection's second is over when that of a connection opened later is.
            _ = try await RawConnection.exchange(with: server, "GET /hea")
            try await kept.send("GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            #expect(String(decoding: try await kept.receive(), as: UTF8.self).contains("HTTP/1.1 200"))
        }
    }

    @Test func requestsThatComeByteByByteAreThoseThatWereSent() async throws {
        let requests = [
            "GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n",
            "POST /orders HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\n\r\n\r\n\r\n",
            "POST /orders HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n\n\n\r\n0\r\n\r\n",
            "GET /nowhere HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
        ]
        try await withServer { server in
            let connection = try RawConnection(to: server)
            for byte in requests.joined() { try await connection.send(String(byte)) }
            let answers = String(decoding: try await connection.receive(), as: UTF8.self)
            let statuses = answers.matches(of: /HTTP\/1.1 (\d+)/).map { String($0.output.1) }
            #expect(statuses == ["200", "503", "503", "404"])
        }
    }

    private func answers(to text: String, at server: URL) async throws -> String {
        let connection = try RawConnection(to: server)
        try await connection.send(text)
        return String(decoding: try await connection.receive(), as: UTF8.self)
    }

    @Test func unfinishedRequestsBehindATrustedProxyAreBoundedTogetherOnly() async throws {
        let part = "POST /orders HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9000\r\n\r\n"
        let body = String(repeating: "a", count: 4_000)
        var configuration = ShopServer.Configuration(resources: try ShopResources.directory())
        configuration.limits.unfinished = 6_000
        configuration.limits.allUnfinished = 14_000
        // Long enough for all four to arrive before the first one times out.
        configuration.limits.bodySeconds = 4
        configuration.trustedProxies = [try #require(AddressRange(address: "127.0.0.1"))]
        try await withServer(configuration) { server in
            // There is room for three of them, which then time out.
            let connections = try (0..<4).map { _ in try RawConnection(to: server) }
            for connection in connections { try await connection.send(part + body) }
            let statuses = try await connections.asyncMap { connection in
                String(RawAnswer(try await connection.receive()).statusLine.dropFirst("HTTP/1.1 ".count).prefix(3))
            }
            #expect(statuses.sorted() == ["408", "408", "408", "503"])
        }
    }

    @Test func unfinishedRequestsHaveABoundTogether() async throws {
        let part = "POST /orders HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9000\r\n\r\n"
        let body = String(repeating: "a", count: 4_000)
        for (status, limit) in [("429", \ClientLimits.unfinished), ("503", \ClientLimits.allUnfinished)] {
            let limits: (inout ClientLimits) -> Void = { limits in
                limits[keyPath: limit] = 6_000
                limits.bodySeconds = 4
            }
            try await withLimits(limits) { server in
                // There is room for one of them, which then times out. The server reads both alternately, in pieces.
                let connections = try (0..<2).map { _ in try RawConnection(to: server) }
                for connection in connections { try await connection.send(part + body) }
                let answers = try await connections.asyncMap { RawAnswer(try await $0.receive()) }
                let refused = try #require(answers.first { $0.statusLine.hasPrefix("HTTP/1.1 \(status)") })
                #expect(refused["Retry-After"] == "5")
                #expect(answers.contains { $0.statusLine.hasPrefix("HTTP/1.1 408") })
            }
        }
    }

    @Test func moreChangesThanOneClientMayMakeAreRefused() async throws {
        try await withOrderingShop(configure: { $0.limits.changes = 2 }) { shop in
            let start = ContinuousClock.now
            for _ in 0..<2 { #expect(try await shop.place(OrderingShop.order()).status == 201) }
            let refused = try await shop.place(OrderingShop.order())
            #expect(refused.status == 429)
            // Half a minute after the first change another one may follow.
            let passed = Int((ContinuousClock.now - start).components.seconds) + 1
            let pause = try #require(refused["Retry-After"].flatMap { Int($0) })
            #expect((30 - passed...30).contains(pause))
            #expect(try await ask(shop.url, "woowa/main").status == 200)
        }
    }

    @Test func eachGuestOfAProgramOnThisMachineHasLimitsOfItsOwn() async throws {
        try await withOrderingShop(configure: {
            $0.limits.changes = 1
            $0.guestToken = Secret("right")
        }) { shop in
            // Whoever guesses is counted by the address that it really has, whatever it says.
            let guests = [
                ("192.0.2.7", "right"), ("192.0.2.7", "right"), ("192.0.2.8", "right"), ("192.0.2.9", "wrong"),
                ("192.0.2.10", "wrong"), ("2001:db8::1", "right"), ("2001:db8::2", "right"),
            ]
            let statuses = try await guests.asyncMap { address, token in
                let guest = try #require(ForwardedGuest(at: address, token: Secret(token)))
                let fields = ["Idempotency-Key": UUID().uuidString].merging(guest.fields) { $1 }
                return try await ask(
                    shop.url, "orders", method: "POST", fields: fields, body: JSONEncoder().encode(OrderingShop.order())
                ).status
            }
            #expect(statuses == [201, 429, 201, 201, 429, 201, 429])
        }
    }

    @Test func moreTerminalsThanOneClientMayNameAreRefused() async throws {
        try await withOrderingShop(configure: { $0.limits.sessions = 2 }) { shop in
            let sessions = (0..<3).map { _ in UUID() }
            let statuses = try await sessions.asyncMap { session in
                try await ask(
                    shop.url, "orders", method: "POST",
                    fields: ["Idempotency-Key": UUID().uuidString, "Banchan-Session": session.uuidString],
                    body: JSONEncoder().encode(OrderingShop.order())
                ).status
            }
            #expect(statuses == [201, 201, 429])
        }
    }

    @Test func aKeeperIsLetInWhileSomebodyAtTheSameAddressGuesses() async throws {
        try await withOrderingShop(configure: { $0.limits.wrongTokens = 3 }) { shop in
            #expect(try await shop.list().status == 200)
            var statuses: [Int] = []
            for _ in 0..<4 { statuses.append(try await shop.list(token: "guess").status) }
            #expect(statuses == [403, 403, 403, 429])
            #expect(try await shop.list().status == 200)
        }
    }

    @Test func whoGuessesIsNotToldWhenItIsRight() async throws {
        try await withOrderingShop(configure: { $0.limits.wrongTokens = 1 }) { shop in
            let guessed = try await shop.list(token: "guess").status
            let right = try await shop.list().status
            #expect("\(guessed) \(right)" == "403 429")
        }
    }

    @Test func moreStreamsThanOneClientMayHaveAreRefused() async throws {
        try await withOrderingShop(configure: { $0.limits.streams = 1 }) { shop in
            let first = try await EventProbe(to: shop.url)
            #expect(try await first.status() == "HTTP/1.1 200 OK")
            let second = try await EventProbe(to: shop.url)
            #expect(try await second.status() == "HTTP/1.1 429 Too Many Requests")
        }
    }

    @Test func aClientWithManyRequestsAtOnceIsStillAnsweredEach() async throws {
        try await withLimits({ $0.requests = 1 }) { server in
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<20 { group.addTask { try await ask(server, "woowa/main").status } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(statuses == Array(repeating: 200, count: 20))
        }
    }

    @Test func limitsHaveNames() {
        var limits = ClientLimits()
        let isSet = [limits.set("streams=7"), limits.set("changes=none")]
        #expect(isSet == [true, true])
        #expect(limits.streams == 7)
        #expect(limits.changes == .max)
        let others = ["streams", "streams=0", "streams=-1", "tea=5", "=", ""].filter { limits.set($0) }
        #expect(others == [])
        let names = ClientLimits.names.filter { limits.set("\($0)=5") }
        #expect(names == ClientLimits.names)
    }

    /// Opens `count` connections, and expects that the next one is refused with `status`.
    private static func expectRefusal(_ status: Int, beyond count: Int, at server: URL) async throws {
        let open = try (0..<count).map { _ in try RawConnection(to: server) }
        for connection in open {
            try await connection.send(ClientLimitTests.health)
            _ = try await connection.receive(atLeast: 1)
        }
        let refused = RawAnswer(try await RawConnection(to: server).receive())
        #expect(refused.statusLine.hasPrefix("HTTP/1.1 \(status)"))
        #expect(refused["Retry-After"] == "5")
        withExtendedLifetime(open) {}
    }

    private func withLimits(
        _ set: (inout ClientLimits) -> Void, _ body: @escaping @Sendable (URL) async throws -> Void
    ) async throws {
        var configuration = ShopServer.Configuration(resources: try ShopResources.directory())
        set(&configuration.limits)
        try await withServer(configuration, body)
    }
}

extension Array {
    fileprivate func asyncMap<Value>(_ transform: (Element) async throws -> Value) async rethrows -> [Value] {
        var values: [Value] = []
        for element in self { values.append(try await transform(element)) }
        return values
    }
}
