import Domain
import Foundation
import Storage
import Testing

@Suite struct OutboxTests {
    private let now = Date(timeIntervalSince1970: 1_800_000_000)
    private let lease = Duration.seconds(30)
    private let pace = Duration.seconds(1)

    @Test func onlyAnnouncedOrdersHaveAMessage() async throws {
        try await withOutbox(orders: 0) { ledger in
            _ = try await ledger.place(.example(isAnnounced: false))
            #expect(try await claim(ledger, at: now) == .nothing)
            _ = try await ledger.place(.example(who: "서연", isAnnounced: true))
            #expect(try await message(ledger, at: now).order.order.who == "서연")
        }
    }

    @Test func aMessageIsHandedOutOnceAndForgottenWhenDelivered() async throws {
        try await withOutbox(orders: 1) { ledger in
            let message = try await message(ledger, at: now)
            #expect(message.attempts == 1)
            #expect(try await claim(ledger, at: now + 2) == .later(now + 30))
            try await ledger.settle(message, .delivered)
            #expect(try await claim(ledger, at: now + 60) == .nothing)
        }
    }

    @Test func messagesGoOutInTheirOrderAndAtTheirPace() async throws {
        try await withOutbox(orders: 2) { ledger in
            let first = try await message(ledger, at: now)
            #expect(try await claim(ledger, at: now + 0.5) == .later(now + 1))
            let second = try await message(ledger, at: now + 1)
            #expect(first.id < second.id)
        }
    }

    @Test func aLeaseThatRanOutIsSomebodyElses() async throws {
        try await withOutbox(orders: 1) { ledger in
            let first = try await message(ledger, at: now)
            let second = try await message(ledger, at: now + 31)
            #expect(second.id == first.id)
            #expect(second.attempts == 2)
            // What the first one says now is old news, unless it is that the message arrived.
            try await ledger.settle(first, .failed)
            try await ledger.settle(first, .again(at: now + 1_000))
            #expect(try await message(ledger, at: now + 62).attempts == 3)
            try await ledger.settle(first, .delivered)
            #expect(try await claim(ledger, at: now + 100) == .nothing)
        }
    }

    @Test func aMessageThatWaitsLetsOthersGo() async throws {
        try await withOutbox(orders: 2) { ledger in
            let first = try await message(ledger, at: now)
            try await ledger.settle(first, .again(at: now + 20))
            let second = try await message(ledger, at: now + 1)
            #expect(second.id != first.id)
            try await ledger.settle(second, .delivered)
            #expect(try await claim(ledger, at: now + 2) == .later(now + 20))
            #expect(try await message(ledger, at: now + 20).id == first.id)
        }
    }

    @Test func aPauseHoldsAllOfThem() async throws {
        try await withOutbox(orders: 2) { ledger in
            try await ledger.settle(message(ledger, at: now), .pause(until: now + 20))
            #expect(try await claim(ledger, at: now + 10) == .later(now + 20))
            #expect(try await message(ledger, at: now + 20).attempts == 2)
        }
    }

    @Test func whatFailedIsNotSentAgain() async throws {
        try await withOutbox(orders: 1) { ledger in
            try await ledger.settle(message(ledger, at: now), .failed)
            #expect(try await claim(ledger, at: now + 10_000) == .nothing)
        }
    }

    @Test func aClockThatWasSetBackHoldsNothingForLong() async throws {
        try await withOutbox(orders: 1) { ledger in
            try await ledger.settle(message(ledger, at: now), .pause(until: now + 20))
            let yearsBefore = now - 100_000_000
            #expect(try await message(ledger, at: yearsBefore).attempts == 2)
        }
    }

    @Test func twoProgramsNeverHoldOneMessage() async throws {
        try await withScratch { path in
            let ledgers = [try SQLiteLedger(at: path), try SQLiteLedger(at: path)]
            for _ in 0..<20 { _ = try await ledgers[0].place(.example(isAnnounced: true)) }
            let claims = try await withThrowingTaskGroup(of: OutboxClaim.self) { group in
                for ledger in ledgers {
                    for _ in 0..<20 {
                        group.addTask { try await ledger.claimMessage(at: now, lease: lease, pace: .zero) }
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            let messages = claims.compactMap { if case .message(let message) = $0 { message.id } else { nil } }
            #expect(messages.count == 20)
            #expect(Set(messages).count == 20)
        }
    }

    private func withOutbox(orders: Int, _ body: (SQLiteLedger) async throws -> Void) async throws {
        try await withScratch { path in
            let ledger = try SQLiteLedger(at: path)
            for _ in 0..<orders { _ = try await ledger.place(.example(isAnnounced: true)) }
            try await body(ledger)
        }
    }

    private func claim(_ ledger: SQLiteLedger, at date: Date) async throws -> OutboxClaim {
        try await ledger.claimMessage(at: date, lease: lease, pace: pace)
    }

    private func message(_ ledger: SQLiteLedger, at date: Date) async throws -> OutboxMessage {
        let claim = try await claim(ledger, at: date)
        guard case .message(let message) = claim else { throw UnexpectedClaim(claim: claim) }
        return message
    }

    struct UnexpectedClaim: Error { let claim: OutboxClaim }
}
