import Domain
import Foundation
import Storage
import TestPeers
import TestSupport
import Testing

@testable import ShopServer

/// Two servers with one PostgreSQL database act as one shop.
@Suite struct TwoServersTests {
    private static let buyers = 500

    @Test func ofFiveHundredBuyersAtTwoServersAHundredGetADrinkAndNoMoneyIsLost() async throws {
        let sessions = (0..<TwoServersTests.buyers).map { _ in UUID() }
        try await withTwoServers(colas: 100) { shop, other in
            // 50 connections, each with ten consecutive buyers.
            let statuses = try await atOnce(stride(from: 0, to: sessions.count, by: 10)) { first in
                let requests = sessions[first..<(first + 10)].flatMap { session in
                    [
                        RawConnection.post(#"{"amount":5000}"#, to: "drinks/money", session: session),
                        RawConnection.post(#"{"id":"cola"}"#, to: "drinks/purchases", session: session),
                    ]
                }
                return try await RawConnection.statuses(of: requests, at: (first / 10).isMultiple(of: 2) ? shop : other)
            }
            #expect(statuses.count == 2 * TwoServersTests.buyers)
            #expect(statuses.count { $0 == 201 } == TwoServersTests.buyers + 100)
            #expect(statuses.count { $0 == 409 } == TwoServersTests.buyers - 100)
            #expect(try await other.drinks["cola"] == 0)
            #expect(try await shop.kept.count == 100)
            let machines = try await shop.store.read { reader in try sessions.map { try reader.machineSession($0) } }
            let spent = machines.map(\.spent.amount)
            #expect(spent.count { $0 == 2_000 } == 100)
            #expect(spent.count { $0 == 0 } == TwoServersTests.buyers - 100)
            #expect(machines.allSatisfy { $0.inserted == Won(5_000) && $0.returned == Won(0) })
            #expect(machines.allSatisfy { $0.balance.amount == 5_000 - $0.spent.amount })
        }
    }

    @Test func ofFiveHundredGuestsAtTwoServersTheFruitSufficesForFifty() async throws {
        try await withTwoServers { shop, other in
            _ = try await shop.restock(["banana": 100], seen: shop.tag)
            let body = String(
                decoding: try JSONEncoder().encode(OrderingShop.juiceOrder("banana")), as: UTF8.self)
            let statuses = try await atOnce(0..<50) { number in
                let requests = (0..<10).map { _ in RawConnection.post(body, to: "orders") }
                return try await RawConnection.statuses(of: requests, at: number.isMultiple(of: 2) ? shop : other)
            }
            #expect(statuses.count == TwoServersTests.buyers)
            #expect(statuses.count { $0 == 201 } == 50)
            #expect(statuses.count { $0 == 409 } == 450)
            #expect(try await other.stock["banana"] == 0)
            #expect(try await other.kept.count == 50)
        }
    }

    @Test func ofFiveHundredGuestsAtTwoServersFiftyGetADishOfWhichFiftyAreLeft() async throws {
        try await withTwoServers { shop, other in
            #expect(try await shop.set("H0002/count", #"{"count": 50}"#).status == 200)
            let body = String(decoding: try JSONEncoder().encode(OrderingShop.order()), as: UTF8.self)
            let statuses = try await atOnce(0..<50) { number in
                let requests = (0..<10).map { _ in RawConnection.post(body, to: "orders") }
                return try await RawConnection.statuses(of: requests, at: number.isMultiple(of: 2) ? shop : other)
            }
            #expect(statuses.count { $0 == 201 } == 50)
            #expect(statuses.count { $0 == 409 } == 450)
            #expect(try await other.dish("H0002").value(KeeperDish.self).count == 0)
            #expect(try await other.kept.count == 50)
        }
    }

    @Test func aSaleOfOneServerIsToldByTheOtherWithinMilliseconds() async throws {
        try await withTwoServers { shop, other in
            _ = try await shop.restock(["banana": 100], seen: shop.tag)
            let probe = try await EventProbe(to: other.url)
            try await probe.passes(.fruits, version: 2)
            var times: [Duration] = []
            for version in 3..<33 {
                let begin = ContinuousClock.now
                #expect(try await shop.sell("banana").status == 201)
                try await probe.passes(.fruits, version: version)
                times.append(ContinuousClock.now - begin)
            }
            let median = times.sorted()[times.count / 2]
            print("a sale until another server's stream tells it: \(median) median of \(times.count)")
            // A few milliseconds if the machine is otherwise idle.
            #expect(median < .seconds(1))
        }
    }

    @Test func aStreamThatGoesOnAtTheOtherServerIsToldWhatItMissedAndNothingElse() async throws {
        let session = UUID()
        try await withTwoServers { shop, other in
            let broken = try await EventProbe(to: shop.url)
            let position = try #require(try await broken.events(9).map(\.id).max())
            let listening = try await EventProbe(to: shop.url, after: "\(position)")
            try await listening.comments(1)
            #expect(try await other.insert(5_000, session: session).status == 201)
            #expect(try await shop.buy("cola", session: session).status == 201)
            #expect(try await other.sell("banana").status == 201)
            #expect(try await shop.sell("kiwi").status == 201)
            let last = SectionEvent(section: .fruits, version: 3)
            let told = try await listening.events(until: last)
            // A stream that connects later gets only one event of a section that changed twice.
            let latest = Dictionary(told.map { ($0.event.section, $0) }) { $1 }.values.sorted { $0.id < $1.id }
            #expect(Set(latest.map(\.event.section)) == [.fruits, .soda, .drinkPurchases])
            for server in [shop, other] {
                let resumed = try await EventProbe(to: server.url, after: "\(position)")
                #expect(try await resumed.events(until: last) == latest)
            }
        }
    }

    /// Runs `body` with a shop on its own database at two servers, each with its own store, after both have recorded
    /// all sections.
    private func withTwoServers(
        colas: Int = 3, _ body: @escaping @Sendable (OrderingShop, OrderingShop) async throws -> Void
    ) async throws {
        let place = try await onOwnThread {
            let server = try PostgreSQLServer.shared.get()
            return server.address(of: try server.newDatabase())
        }
        let address = try PostgreSQLAddress(place)
        let store = try PostgreSQLStore(at: address)
        try await withDrinksShop(colas: colas, configure: { $0.store = store }) { shop in
            let shop = OrderingShop(url: shop.url, store: store, directory: shop.directory)
            try await shop.settled(9)
            let otherStore = try PostgreSQLStore(at: address)
            let running = try shop.anotherServer(on: otherStore) { $0.keeperToken = Secret(OrderingShop.token) }
            let other = OrderingShop(url: try await running.url, store: otherStore, directory: shop.directory)
            do {
                try await body(shop, other)
            } catch {
                try await running.stop()
                throw error
            }
            try await running.stop()
            await otherStore.close()
        }
        await store.close()
    }

    /// Runs `body` for all numbers concurrently and returns the results.
    private func atOnce<Numbers: Sequence<Int> & Sendable>(
        _ numbers: Numbers, _ body: @escaping @Sendable (Int) async throws -> [Int]
    ) async throws -> [Int] {
        try await withThrowingTaskGroup(of: [Int].self) { group in
            for number in numbers { group.addTask { try await body(number) } }
            return try await group.reduce(into: []) { $0 += $1 }
        }
    }
}

extension RawConnection {
    /// Returns the text of a request with a new idempotency key.
    fileprivate static func post(_ body: String, to path: String, session: UUID = UUID()) -> String {
        """
        POST /\(path) HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nIdempotency-Key: \(UUID())\r\n\
        Banchan-Session: \(session)\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)
        """
    }

    /// Sends the requests one after the other on a new connection. Returns the statuses of the answers.
    fileprivate static func statuses(of requests: [String], at shop: OrderingShop) async throws -> [Int] {
        let connection = try RawConnection(to: shop.url)
        let end = "GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
        try await connection.send(requests.joined() + end)
        let answers = String(decoding: try await connection.receive(), as: UTF8.self)
        return answers.split(separator: "HTTP/1.1 ").compactMap { Int($0.prefix(3)) }.dropLast()
    }
}
