import Domain
import Foundation
import Glibc
import NIOConcurrencyHelpers
import TestSupport
import Testing

/// A section that is asked for after a change of it was answered has the change, however often both happen, while others
/// ask for it, too.
@Suite(.timeLimit(.minutes(5))) struct FreshnessTests {
    private static let changes = LongForm.isWanted ? 10_000 : 1_000
    private static let section = "GET /woowa/side HTTP/1.1\r\nHost: localhost\r\n\r\n"

    @Test func aChangeIsSeenByWhoeverAsksAfterItWasAnswered() async throws {
        let scratch = try Scratch()
        // In memory where that is possible, so that no disk is waited for.
        let memory = "/dev/shm/banchan-\(UUID()).sqlite"
        let isInMemory = access("/dev/shm", W_OK) == 0
        let database = isInMemory ? memory : scratch.url.appending(path: "shop.sqlite").path
        defer { for file in [memory, memory + "-wal", memory + "-shm"] { unlink(file) } }
        let environment = scratch.environment.merging(["BANCHAN_KEEPER_TOKEN": OrderingServer.keeperToken]) { $1 }
        let server = try await ServingProgram.banchan(
            database: database, ["--limit", "changes=none"], environment: environment)
        let dishes = try SectionBody.decode(try await ask(server.url, "woowa/side").body, as: Dish.self)
        let isOver = NIOLockedValueBox(false)
        let url = server.url
        async let reading: Void = onOwnThread {
            let reader = try RawConnection(to: url)
            while !isOver.withLockedValue(\.self) { _ = try reader.ask(FreshnessTests.section) }
        }
        // Each has a dish, and prices that the other one does not have.
        async let first: Void = changePrice(of: dishes[0], from: 1, at: url)
        async let second: Void = changePrice(of: dishes[1], from: 500_001, at: url)
        _ = try await (first, second)
        isOver.withLockedValue { $0 = true }
        try await reading
        #expect(try await server.stop().end == .fine)
    }

    /// Sets the price of `dish` for half of the changes, and expects it in the section each time.
    private func changePrice(of dish: Dish, from start: Int, at url: URL) async throws {
        try await onOwnThread {
            let (keeper, guest) = (try RawConnection(to: url), try RawConnection(to: url))
            for price in start..<(start + FreshnessTests.changes / 2) {
                let set = try keeper.ask(FreshnessTests.change(of: dish, to: price))
                let section = try guest.ask(FreshnessTests.section)
                guard set.offset(of: " 200 OK") != nil,
                    section.offset(of: "\"s_price\":\"\(Won(price).text)\"") != nil
                else { throw StaleSection(price: price, section: String(decoding: section, as: UTF8.self)) }
            }
        }
    }

    private struct StaleSection: Error {
        let price: Int
        let section: String
    }

    /// Returns a request of the keeper that sets the price of a dish.
    private static func change(of dish: Dish, to price: Int) -> String {
        let body = "{\"title\": \"\(dish.title)\", \"price\": \(price)}"
        return "PUT /dishes/\(dish.detailHash)/price HTTP/1.1\r\nHost: localhost\r\nIdempotency-Key: \(UUID())\r\n"
            + "Authorization: Bearer \(OrderingServer.keeperToken)\r\nContent-Length: \(body.utf8.count)\r\n\r\n"
            + body
    }
}
