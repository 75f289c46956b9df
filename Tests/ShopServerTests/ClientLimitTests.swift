import Domain
import Foundation
import NIOConcurrencyHelpers
import ShopResources
import TestSupport
import Testing

@testable import ShopServer

@Suite(.takingTurns, .timeLimit(.minutes(5))) struct ClientLimitTests {
    private static let health = "GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n"

    @Test func aGuestIsAnsweredWhileOthersSendThousandsOfRequestsAtOnce() async throws {
        let times = try await withServer { server in
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
            withExtendedLifetime(attackers) {}
            return times
        }
        // All of their requests take more than two seconds, which he would wait behind them.
        let slowest = try #require(times.max())
        #expect(slowest < .seconds(1))
    }

    @Test func whatAClosedConnectionStillAskedIsDropped() async throws {
        let heard = NIOLockedValueBox(0)
        try await withServer(onRequest: { _ in heard.withLockedValue { $0 += 1 } }) { server in
            var connection: RawConnection? = try RawConnection(to: server)
            try await connection?.send(String(repeating: ClientLimitTests.health, count: 150))
            _ = try await connection?.receive(atLeast: 1)
            connection = nil
            // Pipelined requests are answered one in two milliseconds: in the time of these all would have been.
            for _ in 0..<200 { _ = try await ask(server, "woowa/main") }
        }
        #expect(heard.withLockedValue(\.self) < 350)
    }

    @Test func moreConnectionsThanOneClientMayHaveAreRefused() async throws {
        try await withLimits({ $0.connections = 3 }) { server in
            let open = try (0..<3).map { _ in try RawConnection(to: server) }
            for connection in open {
                try await connection.send(ClientLimitTests.health)
                _ = try await connection.receive(atLeast: 1)
            }
            let refused = RawAnswer(try await RawConnection(to: server).receive())
            #expect(refused.statusLine.hasPrefix("HTTP/1.1 429"))
            #expect(refused["Retry-After"] == "5")
            withExtendedLifetime(open) {}
        }
    }

    @Test func moreConnectionsThanAllMayHaveAreRefused() async throws {
        try await withLimits({ $0.allConnections = 1 }) { server in
            let open = try RawConnection(to: server)
            try await open.send(ClientLimitTests.health)
            _ = try await open.receive(atLeast: 1)
            let refused = RawAnswer(try await RawConnection(to: server).receive())
            #expect(refused.statusLine.hasPrefix("HTTP/1.1 503"))
            #expect(refused["Retry-After"] == "5")
            withExtendedLifetime(open) {}
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

    @Test func unfinishedRequestsHaveABoundTogether() async throws {
        let part = "POST /orders HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9000\r\n\r\n"
        let body = String(repeating: "a", count: 4_000)
        for (status, limit) in [("429", \ClientLimits.unfinished), ("503", \ClientLimits.allUnfinished)] {
            try await withLimits({ $0[keyPath: limit] = 6_000 }) { server in
                let first = try RawConnection(to: server)
                try await first.send(part + body)
                let answer = try await RawConnection.exchange(with: server, part + body)
                #expect(answer.statusLine.hasPrefix("HTTP/1.1 \(status)"))
                #expect(answer["Retry-After"] == "5")
                withExtendedLifetime(first) {}
            }
        }
    }

    @Test func moreChangesThanOneClientMayMakeAreRefused() async throws {
        try await withOrderingShop(configure: { $0.limits.changes = 2 }) { shop in
            for _ in 0..<2 { #expect(try await shop.place(OrderingShop.order()).status == 201) }
            let refused = try await shop.place(OrderingShop.order())
            #expect(refused.status == 429)
            #expect(refused["Retry-After"] == "30")
            #expect(try await ask(shop.url, "woowa/main").status == 200)
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
